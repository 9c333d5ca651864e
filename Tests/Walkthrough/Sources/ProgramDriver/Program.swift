import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The built program with a folder of its own.
package final class Program: Sendable {
  /// The result of a finished run.
  package struct Finished: Hashable, Sendable {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  package let folder: String
  package let executable: String

  /// Makes a folder; it is removed with the last reference.
  ///
  /// - Parameter name: The name of the executable.
  package init(_ name: String = "standups") throws {
    executable = try Self.find(name)
    folder = NSTemporaryDirectory() + "\(name)-walk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  package var dataPath: String { file("data.json") }

  package func file(_ name: String) -> String { "\(folder)/\(name)" }

  /// Nothing of the machine's own environment, so that a run is the same everywhere.
  package var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "TZ": "UTC",
      "TERM": "xterm", "STANDUPS_DATA": dataPath, "USER": "ada",
    ]
  }

  /// Starts the program.
  package func start(
    _ arguments: [String],
    input: SpawnedProcess.Stream = .nowhere,
    output: SpawnedProcess.Stream = .pipe,
    errors: SpawnedProcess.Stream = .pipe
  ) throws -> SpawnedProcess {
    try SpawnedProcess(
      executable,
      arguments,
      environment: environment,
      input: input,
      output: output,
      errors: errors
    )
  }

  /// Runs the program to its end.
  package func run(_ arguments: [String], input: String? = nil) throws -> Finished {
    let process = try start(arguments, input: input == nil ? .nowhere : .pipe)
    let exchange = Exchange(process, input: Array((input ?? "").utf8))
    let (output, errors) = exchange.finish()
    return Finished(
      status: process.wait(),
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self)
    )
  }

  package func run(_ arguments: String..., input: String? = nil) throws -> Finished {
    try run(arguments, input: input)
  }

  /// The executable lies in the folder of the test bundle, or above it on Apple's systems.
  private static func find(_ name: String) throws -> String {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent(name).path
        var isFolder: ObjCBool = false
        if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
          !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path)
        {
          return path
        }
        folder.deleteLastPathComponent()
      }
    }
    throw SpawnFailure(call: "find \(name) beside \(CommandLine.arguments)", number: ENOENT)
  }
}
