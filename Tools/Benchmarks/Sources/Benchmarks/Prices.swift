import Measuring
import Workloads

/// The tables of a run in documents: few rows, in the words of the library's users.
enum Prices {
  /// A line of a table: the operation, and the row with its cost.
  private typealias Line = (what: String, row: String)

  private static let article: [(title: String, lines: [Line])] = [
    (
      "Properties",
      [
        ("read a property", "model: read, with the bridge"),
        ("write a property", "model: write"),
        ("change it in place (`+=`)", "model: +="),
        ("write it, one observer", "write, one synchronous observer"),
        ("write it, 1,000 observers, for each", "one write to 1000 observers, per observer"),
        ("read it again in a tracking scope", "read in a tracking scope, again"),
        ("read it in a model that is in no tree", "read a model that is in no tree"),
        ("read a local value", "local value: read"),
        (
          "read what the environment gives from 10 levels up", "environment: read what is set 10 up"
        ),
        ("read a dependency", "dependency read through a node"),
      ]
    ),
    (
      "Properties, in a tree that one actor has to itself",
      [
        ("read a number", "confined: read a number"),
        ("read a text", "confined: read a text"),
        ("read a text in other trees", "read a text"),
        ("write a property", "confined: write"),
        ("change it in place (`+=`)", "confined: +="),
        ("write it, one observer", "confined: write, one synchronous observer"),
        ("the closure itself", "confined: an empty closure"),
      ]
    ),
    (
      "Lists and trees",
      [
        ("change one of 10,000 rows by its handle", "change one of 10000 rows by its handle"),
        ("iterate 10,000 rows, each", "iterate 10000 rows and read one property"),
        ("build and anchor 10,000 children, each", "build and anchor 10000 children, per child"),
        (
          "remove the last of 10,000 and append one, identified array, each",
          "table of 10000: remove the last row and append one, identified array"
        ),
        (
          "swap two of 10,000, identified array",
          "table of 10000: swap two rows of an identified array"
        ),
        ("clear 10,000 and fill again, each", "table of 10000: clear and fill again, each"),
        ("switch an enum destination", "switch an enum destination"),
      ]
    ),
    (
      "What reaches others",
      [
        ("an event without listener", "event without listener, depth 10"),
        ("an event to a listener 10 levels up", "event, one listener 10 up"),
        ("a derived value that is known", "derived: read, nothing has changed"),
        (
          "a chain of 1,000 derived values, each", "derived: chain of 1000, change and read, a node"
        ),
        ("start a task and let it end", "start a task and let it end, 0 parked"),
        ("a task beyond a bare one", "task on a model, beyond a bare task"),
      ]
    ),
    (
      "When someone looks on",
      [
        ("write while undo is tracked", "write while undo is tracked"),
        ("write while states are recorded", "record one change among 10,000 rows"),
        ("write that metrics count", "model: write, counted by metrics"),
      ]
    ),
    (
      "Stores and sources",
      [
        ("domain store: to the subscriber", "domain store: transaction to delivered state"),
        ("update store: to the observer", "update store: action to delivered state"),
        ("source: read", "source: read a number"),
      ]
    ),
  ]

  private static let overview: [Line] = [
    (
      "a child with a plain `let` comes and goes", "anchor a child with a plain let, and remove it"
    ),
    ("transaction of ten writes", "transaction of 10 writes, nobody observing"),
    (
      "write what Swift's observation has read",
      "write after Swift's observation has read and been notified"
    ),
    ("read a cached computed property", "cached value with a key: read"),
    ("read a property", "model: read, with the bridge"),
    ("write, no observer", "model: write"),
    ("`+=`, no update lost between threads", "model: +="),
    ("write with one observer", "write, one synchronous observer"),
    ("read a derived value that is known", "derived: read, nothing has changed"),
    (
      "compute a derived value after a change", "derived: chain of 1000, change and read, a node"
    ),
    ("build and anchor 10,000 children, each", "build and anchor 10000 children, per child"),
  ]

  private static let reasons = "Tools/Benchmarks/RESULTS.md#budgets"
  private static let rowInMemory = "memory: a row with one Int in a live table"

  /// The tables of the article on costs.
  static func article(of report: Report) -> String {
    let tables = article.map { part in
      "**\(part.title)**\n\n" + table(part.lines, of: report, besides: false)
    }
    return tables.joined(separator: "\n") + "\n" + place(of: report)
  }

  /// The table of the page that introduces the library, and how many of the budgets hold.
  static func overview(of report: Report, _ results: [BudgetResult]) -> String {
    let rows = report.rows
    let holding = results.count { $0.verdict == .holds }
    var text = table(overview, of: report, besides: true) + "\n"
    if let bytes = rows.first(where: { $0.name == rowInMemory })?.figure {
      text += "A row with one `Int` takes \(Table.text(bytes)) bytes.\n\n"
    }
    text += place(of: report)
    text +=
      "\n\(holding) of \(results.count) budgets hold. [The others](\(reasons)) have their figures and reasons.\n"
    return text
  }

  private static func place(of report: Report) -> String {
    let machine = report.machine
    let isBusy = (machine.load ?? 0) > Double(machine.cores)
    return "\(machine.processor), \(machine.toolchain), commit \(machine.commit)"
      + (isBusy ? "; the machine also had other work to do.\n" : ".\n")
  }

  private static func table(_ lines: [Line], of report: Report, besides: Bool) -> String {
    let rows = Dictionary(
      report.rows.filter { $0.unit == .lock }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let head =
      besides
      ? "| | lock pairs | `@Observable` class = 1 | allocations |\n|---|---|---|---|\n"
      : "| | lock pairs | allocations |\n|---|---|---|\n"
    return lines.reduce(head) { text, line in
      guard let row = rows[line.row], let figure = row.figure else { return text }
      var cells = [line.what, Table.text(figure)]
      if besides {
        cells.append(row.besides?[Workload.Unit.observable.rawValue].map(Table.text) ?? "")
      }
      cells.append(row.allocations.map(Table.text) ?? "")
      return text + "| " + cells.joined(separator: " | ") + " |\n"
    }
  }

  /// The rows that the tables name and that are missing.
  static func missing(in names: Set<String>) -> [String] {
    ((article.flatMap(\.lines) + overview).map(\.row) + [rowInMemory]).filter {
      !names.contains($0)
    }
  }
}
