import Foundation
import StrataConcurrency

extension DependencyContext {
  /// The environment variable that decides the context of a process.
  public static let environmentVariable = "STRATA_DEPENDENCY_CONTEXT"

  /// The context of this process, found once.
  ///
  /// It is the value of ``environmentVariable``, if that is set. Otherwise it is ``test`` in a process that a test
  /// launcher has started, ``preview`` in Xcode's previews and ``live`` everywhere else. A program that a test starts
  /// as a process of its own is ``live``.
  public static let ofProcess = detect(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment
  )

  static func detect(arguments: [String], environment: [String: String]) -> DependencyContext {
    if let name = environment[environmentVariable] {
      if let context = DependencyContext(rawValue: name) { return context }
      ReportSink.report(
        Diagnostic.unknownContext(name, variable: environmentVariable),
        at: .thisLine()
      )
    }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    return isTestRunner(arguments: arguments, environment: environment) ? .test : .live
  }

  // Environment variables do not decide outside of Apple's systems. There a program started by a test would inherit
  // them, and the arguments are enough.
  private static func isTestRunner(arguments: [String], environment: [String: String]) -> Bool {
    if arguments.contains("--testing-library") { return true }
    let program = arguments.first?.split(separator: "/").last ?? ""
    if program.hasSuffix(".xctest") || program == "xctest" || program == "swiftpm-testing-helper" {
      return true
    }
    #if canImport(Darwin)
    return environment["XCTestConfigurationFilePath"] != nil
      || environment["XCTestBundlePath"] != nil
    #else
    return false
    #endif
  }
}
