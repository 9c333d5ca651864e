import StrataConcurrency
import StrataOneStore
import StrataRendering

/// Views of all parts of a table, each with what it reads of a plain value.
struct TableReaders: Sendable {
  private struct Reader: Sendable {
    let name: String
    let probe: RenderProbe<String>
    let expected: @Sendable (TableModel.State) -> String
  }

  private let readers: [Reader]

  /// - Parameters:
  ///   - table: The table that is shown.
  ///   - executor: Where views are updated; at once without it.
  init(_ table: TableModel, on executor: (any DeliveryExecutor)? = nil) {
    func reader(
      _ name: String,
      _ body: @escaping @Sendable () -> String,
      _ expected: @escaping @Sendable (TableModel.State) -> String
    ) -> Reader {
      let probe = executor.map { RenderProbe(on: $0) { body() } } ?? RenderProbe { body() }
      return Reader(name: name, probe: probe, expected: expected)
    }
    readers = [
      reader("title", { table.title }, \.title),
      reader("total", { "\(table.total)" }, { "\($0.total)" }),
      reader("ids", { "\(table.$columns.map(\.id))" }, { "\($0.columns.map(\.id))" }),
      reader("states", { Self.text(of: table.columns) }, { Self.text(of: $0.columns) }),
      reader("all", { Self.text(of: table.$columns) }, { Self.text(of: $0.columns) }),
      reader("cards", { Self.ids(table.$columns) }, { Self.ids($0.columns) }),
      reader(
        "first",
        { table.$columns.first.map { "\(table.$columns.map(\.id)) \($0.title)" } ?? "[]" },
        { plain in plain.columns.first.map { "\(plain.columns.map(\.id)) \($0.title)" } ?? "[]" }
      ),
      reader("focus", { table.$focus?.shown ?? "" }, { $0.focus?.text ?? "" }),
      reader("main", { table.$main.shown }, { $0.main.text }),
      reader(
        "main count",
        { "\(table.$main.id) \(table.$main.count)" },
        { "\($0.main.id) \($0.main.count)" }
      ),
      reader("detour", { table.shownDetour }, { $0.shownDetour }),
      reader("loose", { table.looseModel.shown }, { $0.loose.text }),
    ]
  }

  /// How often each has been evaluated.
  var counts: [Int] { readers.map(\.probe.evaluations) }

  /// Those that were told without need, not told, or told more than once, or show something else.
  ///
  /// A model that ends behind an override may be the reason for an update without need.
  func faults(
    since counts: [Int],
    _ former: TableModel.State,
    _ now: TableModel.State,
    isBehindOverride: Bool = false
  ) -> [String] {
    var faults = wrongOutputs(now)
    for (reader, count) in zip(readers, counts) {
      let expected = reader.expected(former) == reader.expected(now) ? 0 : 1
      let told = reader.probe.evaluations - count
      if isBehindOverride, expected == 0, told == 1 { continue }
      if told != expected { faults.append("\(reader.name) was told \(told) times") }
    }
    return faults
  }

  func wrongOutputs(_ now: TableModel.State) -> [String] {
    readers.compactMap { reader in
      let (shown, expected) = (reader.probe.output, reader.expected(now))
      return shown == expected ? nil : "\(reader.name) shows “\(shown)”, not “\(expected)”"
    }
  }

  func cancel() { for reader in readers { reader.probe.cancel() } }

  private static func text(of columns: IdentifiedArrayOf<ColumnModel.State>) -> String {
    columns.map { "\($0.id) \($0.title) {\($0.cards.map(\.text).joined(separator: ", "))}" }
      .joined(separator: "\n")
  }

  private static func text(of columns: IdentifiedArrayOf<ColumnModel>) -> String {
    columns.map { "\($0.id) \($0.title) {\($0.$cards.map(\.shown).joined(separator: ", "))}" }
      .joined(separator: "\n")
  }

  private static func ids(_ columns: IdentifiedArrayOf<ColumnModel.State>) -> String {
    columns.map { "\($0.id) \($0.cards.map(\.id))" }.joined(separator: "\n")
  }

  private static func ids(_ columns: IdentifiedArrayOf<ColumnModel>) -> String {
    columns.map { "\($0.id) \($0.$cards.map(\.id))" }.joined(separator: "\n")
  }
}

/// The models that a table has: each by the way to it.
struct TableLives {
  /// The last step says what the model notes of itself.
  private var paths: Set<[String]> = []

  init(_ state: TableModel.State) {
    for column in state.columns {
      let path = ["columns", "column \(column.id)"]
      paths.insert(path)
      for card in column.cards { insert(card, below: path + ["cards"]) }
    }
    if let focus = state.focus { insert(focus, below: ["focus"]) }
    insert(state.main, below: ["main"])
    insert(state.detour, below: [])
    paths.insert(["loose", "leaf \(state.loose.id)"])
  }

  private mutating func insert(_ card: CardModel.State, below path: [String]) {
    let own = path + ["card \(card.id)"]
    paths.insert(own)
    for item in card.items { paths.insert(own + ["items", "leaf \(item.id)"]) }
    insert(card.detour, below: own)
  }

  private mutating func insert(_ detour: Detour?, below path: [String]) {
    guard let detour, let leaf = detour.leaf else { return }
    paths.insert(path + [detour.name, "leaf \(leaf.id)"])
  }

  /// What each notes when it begins.
  var names: [String] { paths.map { "+\($0.last ?? "")" }.sorted() }

  /// What of the notes is too much, and what is missing.
  static func faults(
    _ notes: [String],
    from former: TableModel.State,
    to now: TableModel.State
  ) -> [String] {
    let (old, new) = (TableLives(former).paths, TableLives(now).paths)
    let expected =
      new.subtracting(old).map { "+\($0.last ?? "")" }
      + old.subtracting(new).map { "-\($0.last ?? "")" }
    var difference: [String: Int] = [:]
    for note in notes { difference[note, default: 0] += 1 }
    for note in expected { difference[note, default: 0] -= 1 }
    return difference.filter { $0.value != 0 }
      .map { "\($0.key) was noted \($0.value > 0 ? "too often" : "too rarely")" }
  }
}
