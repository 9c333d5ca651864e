import Measuring
import StrataConcurrency
import StrataModels

/// A row as programs write it: an identity, a text, an optional child and a screen in an enum.
struct Card: Model, Identifiable {
  static let modelLayout = ModelLayout<Card>("Card") {
    $0.slot("title", \.title)
    $0.slot("detail", \.detail)
    $0.slot("screen", \.screen)
    $0.slot("count", \.count)
  }
  var modelNode = ModelNode<Card>()
  let id: Int

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var detail: Meter? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var screen: Screen? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var count: Int {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  init(id: Int) {
    self.id = id
    modelNode.initialize(0, to: "Card")
    modelNode.initialize(1, to: id.isMultiple(of: 2) ? Meter(count: id) : nil as Meter?)
    modelNode.initialize(2, to: id.isMultiple(of: 4) ? Screen.meter(Meter(count: id)) : nil)
    modelNode.initialize(3, to: 0)
  }
}

/// A list of cards.
struct CardTable: Model {
  static let modelLayout = ModelLayout<CardTable>("CardTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<CardTable>()

  var rows: [Card] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) { modelNode.initialize(0, to: (0..<count).map { Card(id: $0) }) }
}

/// A parent that shows a child with an identity in a plain `let`, or none.
struct NamedHolder: Model {
  static let modelLayout = ModelLayout<NamedHolder>("NamedHolder") { $0.slot("child", \.child) }
  var modelNode = ModelNode<NamedHolder>()

  var child: NamedEntry? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: nil as NamedEntry?) }
}

/// A parent that shows a child without constants, or none.
struct EntryHolder: Model {
  static let modelLayout = ModelLayout<EntryHolder>("EntryHolder") { $0.slot("child", \.child) }
  var modelNode = ModelNode<EntryHolder>()

  var child: Entry? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: nil as Entry?) }
}

/// A form with 30 fields in one list of numbers, each with its validation as a cached computed property.
struct Form: Model {
  static let modelLayout = ModelLayout<Form>("Form") { $0.slot("fields", \.fields) }
  var modelNode = ModelNode<Form>()

  var fields: [Entry] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: (0..<30).map { Entry($0) }) }

  /// Whether a field holds an even number.
  func isValid(_ index: Int) -> Bool {
    let field = fields[index]
    return node.memoize(for: index) { field.count.isMultiple(of: 2) }
  }

  /// How many fields are valid.
  var validCount: Int {
    node.memoize(for: "all") { [self] in (0..<30).count(where: isValid) }
  }
}

/// A row that can be saved.
struct SavedRow: SavableModel {
  static let modelLayout = ModelLayout<SavedRow>("SavedRow") {
    $0.slot("count", \.count)
    $0.slot("title", \.title)
  }
  var modelNode = ModelNode<SavedRow>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var title: String {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(_ count: Int) {
    modelNode.initialize(0, to: count)
    modelNode.initialize(1, to: "Row")
  }

  init(saved values: SavedValues) throws { self.init(0) }
}

/// A list of rows that can be saved.
struct SavedList: SavableModel {
  static let modelLayout = ModelLayout<SavedList>("SavedList") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<SavedList>()

  var rows: [SavedRow] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int) { modelNode.initialize(0, to: (0..<count).map { SavedRow($0) }) }

  init(saved values: SavedValues) throws { self.init(count: 0) }
}
