#if os(Linux)
import Foundation
import Testing

/// Runs the compiler on a source that imports `StrataStores`, as it was built for these tests.
enum Compiler {
  /// The compiler's messages about a source, in order: `3: error: …`, `4: note: …`.
  static func messages(about source: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Sample.swift")
    try Data(source.utf8).write(to: file)
    let modules = try #require(products).appendingPathComponent("Modules").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-swift-version", "6", "-diagnostic-style=llvm", "-I", modules,
      "-module-name", "Sample", "-typecheck", file.path,
    ]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      let place = /^[^ ]*Sample\.swift:(\d+):\d+: (error|warning|note): (.*)$/
      return line.firstMatch(of: place).map { "\($0.1): \($0.2): \($0.3)" }
    }
  }

  /// The folder with what the build has made.
  private static var products: URL? {
    for argument in CommandLine.arguments {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let module = folder.appendingPathComponent("Modules/StrataStores.swiftmodule")
        if FileManager.default.fileExists(atPath: module.path) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }
}
#endif
