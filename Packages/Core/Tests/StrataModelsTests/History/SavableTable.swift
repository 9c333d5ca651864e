import StrataModels

/// A row with a number.
struct SavableRow: SavableModel {
  static let modelLayout = ModelLayout<SavableRow>("SavableRow") { $0.slot("number", \.number) }
  var modelNode = ModelNode<SavableRow>()

  var number: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ number: Int) { modelNode.initialize(0, to: number) }

  init(saved values: SavedValues) throws { self.init(0) }
}

/// Rows that can be saved.
struct SavableTable: SavableModel {
  static let modelLayout = ModelLayout<SavableTable>("SavableTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<SavableTable>()

  var rows: [SavableRow] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(rows count: Int) { modelNode.initialize(0, to: (0..<count).map { SavableRow($0) }) }

  init(saved values: SavedValues) throws { self.init(rows: 0) }
}
