import ArgumentParser
import Measuring

/// Lists the rows that became faster or slower between two saved runs.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares two runs that were saved with --json.",
    discussion: """
      A row is called faster or slower if it differs by more than the tolerance and a rank test (Mann \
      and Whitney) of the processes' medians is surer of it than 99 %: all processes of one run are \
      faster than all of the other. Ends with status 1 if a row became slower.
      """
  )

  @Argument(help: "The file of the earlier run.")
  var old: String

  @Argument(help: "The file of the later run.")
  var new: String

  @Option(help: "The difference, in per cent, below which two figures are the same.")
  var tolerance = 5.0

  func validate() throws {
    guard tolerance >= 0 else {
      throw ValidationError("--tolerance takes a number from 0 on, not \(tolerance).")
    }
  }

  func run() throws {
    let (before, after) = (try report(old), try report(new))
    if before.machine.processor != after.machine.processor {
      print("note: \(before.machine.processor) then, \(after.machine.processor) now")
    }
    let earlier = Dictionary(
      before.rows.map { (key(of: $0), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    print(head)
    var verdicts: [Comparison.Verdict] = []
    for row in after.rows {
      guard let match = earlier[key(of: row)], !match.figures.isEmpty, !row.figures.isEmpty else {
        print(Table.pad(row.name, 52) + "  in the later run only, or wrong")
        continue
      }
      let comparison = Comparison(match.medians, row.medians, tolerance: tolerance / 100)
      print(line(match, row, comparison))
      verdicts.append(comparison.verdict)
    }
    let names = Set(after.rows.map(key))
    for row in before.rows where !names.contains(key(of: row)) {
      print(Table.pad(row.name, 52) + "  in the earlier run only")
    }
    let (faster, slower) = (count(.faster, verdicts), count(.slower, verdicts))
    print("\n\(faster) faster, \(slower) slower, \(verdicts.count - faster - slower) no difference")
    if slower > 0 { throw ExitCode.failure }
  }

  private var head: String {
    Table.pad("row", 52) + Table.padLeft("before", 10) + Table.padLeft("after", 10) + "  "
      + Table.pad("unit", 11) + Table.padLeft("ratio", 7) + Table.padLeft("sure", 9) + "  verdict"
  }

  private func line(_ old: MeasuredRow, _ new: MeasuredRow, _ comparison: Comparison) -> String {
    Table.pad(new.name, 52) + Table.padLeft(old.figure.map(Table.text) ?? "", 10)
      + Table.padLeft(new.figure.map(Table.text) ?? "", 10) + "  "
      + Table.pad(new.unit.rawValue, 11) + Table.padLeft(Table.text(comparison.ratio), 7)
      + Table.padLeft(Table.text(comparison.confidence * 100) + "%", 9)
      + "  \(comparison.verdict.rawValue)"
  }

  private func count(_ verdict: Comparison.Verdict, _ verdicts: [Comparison.Verdict]) -> Int {
    verdicts.count { $0 == verdict }
  }

  /// A read has a row in each of two units.
  private func key(of row: MeasuredRow) -> String {
    "\(row.section)/\(row.name)/\(row.unit.rawValue)"
  }

  private func report(_ path: String) throws -> Report {
    do {
      return try Report(contentsOf: path)
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }
}
