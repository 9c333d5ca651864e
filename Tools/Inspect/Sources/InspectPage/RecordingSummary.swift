package import StrataInspector

/// A recording in a few lines of Markdown, for an issue report.
package enum RecordingSummary: Sendable {
  /// The summary.
  ///
  /// - Complexity: O(number of records).
  package static func markdown(of contents: RecordingContents) -> String {
    var counts = Counts()
    for record in contents.records { counts.add(record) }
    var lines = ["# Recording of \(code(counts.program))", ""]
    lines.append(
      "- \(counts.writes) writes in \(counts.commits.count) commits, \(counts.trees.count) trees"
    )
    lines.append(
      "- \(counts.tasksBegun) tasks began, \(counts.tasksEnded) ended; \(counts.events) events"
    )
    if counts.privates > 0 {
      lines.append("- \(counts.privates) writes of private properties, without values")
    }
    if counts.dropped > 0 { lines.append("- \(counts.dropped) older records were dropped") }
    if contents.problemCount > 0 {
      lines.append("- \(contents.problemCount) lines could not be read")
    }
    if contents.isTruncated { lines.append("- the last line is cut off") }
    lines += list("Marks", counts.marks)
    lines += list("Reports", counts.reports)
    let writers = counts.writers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
    lines += list("Most frequent writers", writers.map { "\($0.value) writes: \(code($0.key))" })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ title: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let rest = entries.count > 20 ? ["- … \(entries.count - 20) more"] : []
    return ["", "## \(title)", ""] + entries.prefix(20).map { "- \($0)" } + rest
  }

  /// The text as code: one line of at most 300 scalars, without a backquote or a control character.
  static func code(_ text: String) -> String {
    let plain = text.unicodeScalars.prefix(300).map { scalar in
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      return isControl || scalar == "`" ? "?" : Character(scalar)
    }
    return "`\(String(plain))`"
  }

  private struct Counts {
    var program = "?"
    var writes = 0, privates = 0, events = 0, dropped = 0, tasksBegun = 0, tasksEnded = 0
    var commits: Set<Int> = []
    var trees: Set<Int> = []
    var marks: [String] = []
    var reports: [String] = []
    var writers: [String: Int] = [:]
    private var causes: [Int: String] = [:]

    mutating func add(_ record: RecordingRecord) {
      switch record {
      case .header(let header): program = header.program
      case .cause(let cause): causes[cause.id] = cause.callSite
      case .tree(let tree): trees.insert(tree.tree)
      case .write(let write):
        writes += 1
        commits.insert(write.commit)
        if write.isPrivate { privates += 1 }
        if let place = write.cause.flatMap({ causes[$0] }) { writers[place, default: 0] += 1 }
      case .task(let task):
        if task.phase == .began { tasksBegun += 1 }
        if task.phase == .ended { tasksEnded += 1 }
      case .event: events += 1
      case .dropped(let gap):
        // The file says how many, so the sum may be larger than any number.
        let (sum, isTooLarge) = dropped.addingReportingOverflow(gap.count)
        dropped = isTooLarge ? .max : sum
      case .mark(let mark): marks.append("\(code(mark.text)) at \(code(mark.callSite))")
      case .report(let report):
        reports.append("\(code(report.message)) at \(code(report.callSite))")
      default: break
      }
    }
  }
}
