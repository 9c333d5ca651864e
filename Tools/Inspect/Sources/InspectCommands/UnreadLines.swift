import ProgramConsole
import StrataInspector

/// Counts the lines of a recording that are no records.
struct UnreadLines {
  /// How many of them are named.
  private static let mostNamed = 1_000

  /// How many lines could not be read.
  private(set) var problemCount = 0
  /// How many records are of types that are not known.
  private(set) var unknownCount = 0
  /// Whether the last line is not complete.
  private(set) var isTruncated = false

  /// How many lines could not be read and were not named.
  var unnamedCount: Int { max(0, problemCount - Self.mostNamed) }

  /// Makes a command fail for lines that are no records.
  ///
  /// - Throws: `ProgramFailure` that says how many lines of the file were left out.
  func check(_ file: String) throws(ProgramFailure) {
    guard problemCount > 0 else { return }
    let lines = problemCount == 1 ? "1 line is no record" : "\(problemCount) lines are no records"
    throw ProgramFailure(
      .damaged,
      "\(file) was not read completely: \(lines). `strata-inspect check` names them."
    )
  }

  /// Counts what a line is.
  ///
  /// - Returns: The line and what is wrong with it, if it is to be named.
  @discardableResult
  mutating func add(_ entry: RecordingReader.Entry) -> String? {
    switch entry.content {
    case .record: return nil
    case .unknown: unknownCount += 1
    case .truncated: isTruncated = true
    case .problem(let message):
      problemCount += 1
      if problemCount <= Self.mostNamed { return "line \(entry.line): \(message)" }
    }
    return nil
  }
}
