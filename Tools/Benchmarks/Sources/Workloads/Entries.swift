import StrataExtensions
import StrataModels

/// A row of a table, as a programmer writes it without the macro.
struct Entry: Model {
  static let modelLayout = ModelLayout<Entry>("Entry") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Entry>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(_ count: Int = 0) { modelNode.initialize(0, to: count) }
}

/// A table of rows in an array.
struct ArrayTable: Model {
  static let modelLayout = ModelLayout<ArrayTable>("ArrayTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<ArrayTable>()

  var rows: [Entry] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) { modelNode.initialize(0, to: (0..<count).map { Entry($0) }) }
}

/// A table of rows that are found by their identities.
struct KeyedTable: Model {
  static let modelLayout = ModelLayout<KeyedTable>("KeyedTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<KeyedTable>()

  var rows: IdentifiedArrayOf<Entry> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Entry($0) })
    modelNode.initialize(0, to: rows)
  }
}

/// A row as programs have them: with an identity of its own in a plain `let`.
struct NamedEntry: Model, Identifiable {
  static let modelLayout = ModelLayout<NamedEntry>("NamedEntry") { $0.slot("count", \.count) }
  var modelNode = ModelNode<NamedEntry>()
  let id: Int

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(id: Int) {
    self.id = id
    modelNode.initialize(0, to: 0)
  }
}

/// A list of rows with a plain `let`, in an array.
struct NamedTable: Model {
  static let modelLayout = ModelLayout<NamedTable>("NamedTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<NamedTable>()

  var rows: [NamedEntry] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) { modelNode.initialize(0, to: (0..<count).map { NamedEntry(id: $0) }) }
}

/// A list of rows with a plain `let`, in an identified array.
struct NamedKeyedTable: Model {
  static let modelLayout = ModelLayout<NamedKeyedTable>("NamedKeyedTable") {
    $0.slot("rows", \.rows)
  }
  var modelNode = ModelNode<NamedKeyedTable>()

  var rows: IdentifiedArrayOf<NamedEntry> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { NamedEntry(id: $0) })
    modelNode.initialize(0, to: rows)
  }
}
