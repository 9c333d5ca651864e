import StrataConcurrency
import StrataModels

/// A model with each kind of container, whose activation does what a test says.
struct Sheet: Model {
  static let modelLayout = ModelLayout<Sheet>("Sheet") {
    $0.slot("text", \.text)
    $0.slot("draft", \.draft)
    $0.slot("numbers", \.numbers)
    $0.slot("sheets", \.sheets)
    $0.slot("table", \.table)
    $0.slot("place", \.place)
  }
  var modelNode = ModelNode<Sheet>()
  let id: Int
  let activation: @Sendable (Sheet) -> Void

  var text: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var draft: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var numbers: [Int] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var sheets: [Sheet] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var table: IdentifiedArrayOf<Sheet> {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var place: Place {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }

  init(
    _ id: Int,
    sheets: [Sheet] = [],
    place: Place = .nowhere,
    activation: @escaping @Sendable (Sheet) -> Void = { _ in }
  ) {
    self.id = id
    self.activation = activation
    modelNode.initialize(0, to: "")
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: [Int]())
    modelNode.initialize(3, to: sheets)
    modelNode.initialize(4, to: IdentifiedArrayOf<Sheet>())
    modelNode.initialize(5, to: place)
  }

  func onActivate() { activation(self) }

  /// The user's position.
  enum Place: ModelContainer {
    case nowhere
    case sheet(Sheet)
    case note(String)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      guard case .sheet(var sheet) = self else { return }
      if visitor.visit(&sheet) { self = .sheet(sheet) }
    }
  }
}

/// Anchors a sheet that tracks undo.
func undoable(
  _ sheet: Sheet = Sheet(0),
  _ stack: ModelUndoStack = ModelUndoStack()
) -> (Sheet, ModelUndoStack) {
  let anchored = sheet.withAnchor { $0.undoSystem.backend = stack }
  anchored.node.trackUndo()
  return (anchored, stack)
}
