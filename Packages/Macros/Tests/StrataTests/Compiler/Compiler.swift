#if os(Linux)
import Foundation
import Testing

/// Runs the compiler on a source that imports `Strata`, as it was built for these tests.
enum Compiler {
  /// How far the compiler goes.
  enum Stage {
    /// It checks types, and is done.
    case types
    /// It also follows values on their ways through functions, where types are right.
    case flow
  }

  /// The compiler's messages about a source: `3: error: …`, without those inside expansions.
  ///
  /// - Parameter options: More of the compiler's own options.
  static func diagnostics(
    of source: String,
    upTo stage: Stage = .types,
    _ options: String...
  ) throws -> [String] {
    try run(source, upTo: stage, options).compactMap { line in
      guard let place = line.firstMatch(of: /^[^ ]*Sample\.swift:(\d+):\d+: (error|warning): (.*)$/)
      else { return nil }
      return "\(place.1): \(place.2): \(place.3)"
    }
  }

  /// The errors in what the macros have written.
  static func diagnosticsInExpansions(of source: String) throws -> [String] {
    try run(source).compactMap { line in
      line.firstMatch(of: /^[^ ]*@__swiftmacro_\w+\.swift:\d+:\d+: ((?:error|warning): .*)$/)
        .map { String($0.1) }
    }
  }

  /// The lines that the compiler proposes.
  static func remedies(of source: String) throws -> [String] {
    try run(source).compactMap { line in
      line.firstMatch(of: /^[^ ]*Sample\.swift:\d+:\d+: note: (.*)$/).map { String($0.1) }
    }
  }

  /// What the plugin answers to bytes on its standard input, after which that ends.
  static func answer(ofPluginTo bytes: Data) throws -> String {
    let process = Process()
    process.executableURL = try #require(products).appendingPathComponent("StrataMacros-tool")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: bytes)
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }

  /// The functions that a compiler generates when it makes only the module of a source.
  static func functionsForModule(of source: String) throws -> [String] {
    let skip = "-experimental-skip-non-inlinable-function-bodies-without-types"
    let lines = try inFolder { folder in
      try compile(source, in: folder, ["-emit-silgen", "-Xfrontend", skip, "-o", "-"])
    }
    return lines.compactMap { line in
      line.firstMatch(of: /^sil .*@(\$[\w]+) : .*\{$/).map { String($0.1) }
    }
  }

  /// The lines that a program prints, or the compiler's messages if it cannot be built.
  static func output(ofProgram source: String) throws -> [String] {
    try inFolder { folder in
      let program = folder.appendingPathComponent("Sample").path
      let built = try compile(source, in: folder, ["-o", program] + objects())
      return FileManager.default.fileExists(atPath: program) ? try lines(of: [program]) : built
    }
  }

  private static func run(
    _ source: String,
    upTo stage: Stage = .types,
    _ options: [String] = []
  ) throws -> [String] {
    try inFolder { folder in
      let mode =
        switch stage {
        case .types: ["-typecheck"]
        case .flow: ["-emit-sil", "-o", folder.appendingPathComponent("Sample.sil").path]
        }
      return try compile(source, in: folder, mode + options)
    }
  }

  private static func inFolder(_ body: (URL) throws -> [String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private static func compile(
    _ source: String,
    in folder: URL,
    _ options: [String]
  ) throws -> [String] {
    let file = folder.appendingPathComponent("Sample.swift")
    try Data(("import Strata\n" + source).utf8).write(to: file)
    let products = try #require(products)
    return try lines(
      of: [
        "swiftc", "-swift-version", "6", "-diagnostic-style=llvm",
        "-I", products.appendingPathComponent("Modules").path,
        "-load-plugin-executable",
        products.appendingPathComponent("StrataMacros-tool").path + "#StrataMacros",
        "-module-name", "Sample", file.path,
      ] + options
    )
  }

  /// Runs a command, and gives the lines that it prints.
  private static func lines(of command: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  /// The compiled code of the modules that a program with models needs.
  private static func objects() throws -> [String] {
    let products = try #require(products)
    let modules = [
      "Concurrency", "Core", "Dependencies", "Events", "Extensions", "Models", "Rendering", "",
    ]
    return try modules.flatMap { module in
      let folder = products.appendingPathComponent("Strata\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift.o") }
        .map { folder.appendingPathComponent($0).path }
    }
  }

  /// The folder with what the build has made.
  private static var products: URL? {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let module = folder.appendingPathComponent("Modules/Strata.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }
}
#endif
