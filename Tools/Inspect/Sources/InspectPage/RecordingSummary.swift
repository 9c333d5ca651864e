package import StrataInspector

/// A recording in a few lines of Markdown, for an issue report.
///
/// The records are counted one after the other, and none is kept.
package struct RecordingSummary: Sendable {
  /// How many entries of a list are shown.
  private static let longestList = 20
  /// How many causes are known at most, so that a file of causes alone does not fill the memory.
  private static let mostCauses = 500_000

  private var program = "?"
  private var writes = 0, privates = 0, events = 0, dropped = 0, tasksBegun = 0, tasksEnded = 0
  private var commits: Set<Int> = []
  private var trees: Set<Int> = []
  private var marks = (shown: [String](), count: 0)
  private var reports = (shown: [String](), count: 0)
  /// The places in the code that causes name, and how many writes each of them has led to.
  private var places: [(name: String, writes: Int)] = []
  private var numbers: [String: Int] = [:]
  /// The number of each cause's place.
  private var causes: [Int: Int] = [:]

  /// Makes a summary of no records.
  package init() {}

  /// Counts the next record.
  package mutating func add(_ record: RecordingRecord) {
    switch record {
    case .header(let header): program = header.program
    case .cause(let cause): add(cause)
    case .tree(let tree): trees.insert(tree.tree)
    case .write(let write): add(write)
    case .task(let task):
      if task.phase == .began { tasksBegun += 1 }
      if task.phase == .ended { tasksEnded += 1 }
    case .event: events += 1
    case .dropped(let gap):
      // The file says how many, so the sum may be larger than any number.
      let (sum, isTooLarge) = dropped.addingReportingOverflow(gap.count)
      dropped = isTooLarge ? .max : sum
    case .mark(let mark): Self.add(mark.text, mark.callSite, to: &marks)
    case .report(let report): Self.add(report.message, report.callSite, to: &reports)
    default: break
    }
  }

  private mutating func add(_ cause: RecordedCause) {
    guard causes.count < Self.mostCauses || causes[cause.id] != nil else { return }
    let number = numbers[cause.callSite] ?? places.count
    if number == places.count {
      numbers[cause.callSite] = number
      places.append((cause.callSite, 0))
    }
    causes[cause.id] = number
  }

  private mutating func add(_ write: RecordedWrite) {
    writes += 1
    commits.insert(write.commit)
    if write.isPrivate { privates += 1 }
    if let place = write.cause.flatMap({ causes[$0] }) { places[place].writes += 1 }
  }

  private static func add(
    _ text: String,
    _ place: String,
    to list: inout (shown: [String], count: Int)
  ) {
    list.count += 1
    if list.count <= longestList { list.shown.append("\(code(text)) at \(code(place))") }
  }

  /// The summary.
  ///
  /// - Parameters:
  ///   - problemCount: How many lines could not be read.
  ///   - isTruncated: Whether the last line is cut off.
  /// - Returns: The text.
  package func markdown(problemCount: Int, isTruncated: Bool) -> String {
    var lines = ["# Recording of \(Self.code(program))", ""]
    let (written, grown) = (Self.count(commits.count, "commit"), Self.count(trees.count, "tree"))
    lines.append("- \(Self.count(writes, "write")) in \(written), \(grown)")
    let begun = Self.count(tasksBegun, "task")
    lines.append("- \(begun) began, \(tasksEnded) ended; \(Self.count(events, "event"))")
    if privates > 0 {
      lines.append("- \(Self.count(privates, "write")) of private properties, without values")
    }
    if dropped > 0 { lines.append("- \(Self.count(dropped, "older record")) dropped") }
    if problemCount > 0 { lines.append("- \(Self.count(problemCount, "line")) could not be read") }
    if isTruncated { lines.append("- the last line is cut off") }
    lines += Self.list("Marks", marks)
    lines += Self.list("Reports", reports)
    let writers = places.filter { $0.writes > 0 }
      .sorted { ($1.writes, $0.name) < ($0.writes, $1.name) }.prefix(10)
      .map { "\(Self.count($0.writes, "write")): \(Self.code($0.name))" }
    lines += Self.list("Most frequent writers", (writers, writers.count))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func count(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  private static func list(
    _ title: String,
    _ entries: (shown: [String], count: Int)
  ) -> [String] {
    guard entries.count > 0 else { return [] }
    let more = entries.count - longestList
    return ["", "## \(title)", ""] + entries.shown.map { "- \($0)" }
      + (more > 0 ? ["- … \(more) more"] : [])
  }

  /// The text as code: one line of at most 300 scalars, without a backquote or a control character.
  static func code(_ text: String) -> String {
    let plain = text.unicodeScalars.prefix(300).map { scalar in
      isControl(scalar) || scalar == "`" ? "?" : Character(scalar)
    }
    return "`\(String(plain))`"
  }

  /// Whether a scalar controls a terminal, or the direction of what is shown.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
