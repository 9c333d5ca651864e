import Foundation
package import StrataTesting
import Testing

/// The lines that failures suggest, fed back to the compiler.
///
/// A test that asserts nothing fails with suggested lines. The same test with these lines has to compile and to
/// pass. So each line that a failure suggests has to stand in the source of the test that asserts it.
package enum SuggestedLines {
  /// Runs a test that asserts nothing, and looks for the lines that its failures suggest.
  ///
  /// They have to be in the test that asserts them and passes, as lines or as assertions of their own.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of the failures.
  ///   - exhaustivity: The demands on both tests.
  ///   - variables: The variables that the reader puts in for placeholders.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - silent: The test that asserts nothing.
  ///   - test: The test that passes.
  /// - Throws: The error of reading the caller's file.
  package static func check(
    kinds: [TestFailure.Kind],
    exhaustivity: Exhaustivity = .full,
    replacing variables: [String: String] = [:],
    filePath: String = #filePath,
    line: Int = #line,
    _ silent: @Sendable () async throws -> Void,
    asserting test: @Sendable () async throws -> Void
  ) async throws {
    let failing = await Findings.of(exhaustivity: exhaustivity, silent)
    #expect(failing.kinds == kinds)
    let passing = await Findings.of(exhaustivity: exhaustivity, test)
    #expect(passing.messages == [])
    let asserted = try lines(ofFile: filePath, from: line)
    var suggested = failing.messages.flatMap { message in
      message.components(separatedBy: "would pass").last?.components(separatedBy: "\n").dropFirst()
        .map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    }
    for (placeholder, variable) in variables {
      suggested = suggested.map { $0.replacingOccurrences(of: placeholder, with: variable) }
    }
    #expect(!suggested.isEmpty)
    for line in suggested {
      #expect(asserted.contains(line) || asserted.contains("await expect(\(line))"), "\(line)")
    }
  }

  /// The lines of a test, from one of them.
  package static func lines(ofFile filePath: String, from line: Int) throws -> Set<String> {
    let source = try String(contentsOfFile: filePath, encoding: .utf8)
    let body = source.components(separatedBy: "\n")[line...].prefix { $0 != "  }" }
    return Set(body.map { $0.trimmingCharacters(in: .whitespaces) })
  }
}
