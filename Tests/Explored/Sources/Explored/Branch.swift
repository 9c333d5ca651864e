import StrataModels

/// A model with a number and branches of its own kind.
struct Branch: Model {
  static let modelLayout = ModelLayout<Branch>("Branch") {
    $0.slot("number", \.number)
    $0.slot("branches", \.branches)
  }
  var modelNode = ModelNode<Branch>()

  var number: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var branches: [Branch] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init(_ number: Int = 0, _ branches: [Branch] = []) {
    modelNode.initialize(0, to: number)
    modelNode.initialize(1, to: branches)
  }

  /// Writes a number to the model and its branches, in a transaction.
  func setAll(_ number: Int) {
    node.transaction {
      self.number = number
      for branch in branches { branch.number = number }
    }
  }
}
