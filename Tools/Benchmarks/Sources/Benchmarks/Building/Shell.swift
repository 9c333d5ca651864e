import Foundation

/// Runs commands.
enum Shell {
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    return (clock.now - start) / .seconds(1)
  }

  /// The output of a command.
  ///
  /// - Throws: ``ShellError`` with the command's output if it fails, and Foundation's error if it cannot be run.
  static func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw ShellError(command: command.prefix(3).joined(separator: " "), output: text)
    }
    return text
  }
}

/// Names the command that failed, with its output.
struct ShellError: Error, CustomStringConvertible {
  let command: String
  let output: String

  var description: String { "\(command) … failed:\n\(output.suffix(2_000))" }
}
