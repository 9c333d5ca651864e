import StrataModels

/// A program's navigation as plain state: the screen over the list, and the stack of screens.
struct Navigator: Model {
  /// The screen over everything else, if there is one.
  enum Destination: ModelContainer {
    case settings(Search)
    case alert(message: String)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      guard case .settings(var search) = self else { return }
      if visitor.visit(&search) { self = .settings(search) }
    }
  }

  /// One screen of the stack.
  enum Screen: ModelContainer, Identifiable {
    case detail(Logged)
    case search(Search)

    var id: ModelID {
      switch self {
      case .detail(let logged): logged.modelID
      case .search(let search): search.modelID
      }
    }

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      switch self {
      case .detail(var logged): if visitor.visit(&logged) { self = .detail(logged) }
      case .search(var search): if visitor.visit(&search) { self = .search(search) }
      }
    }
  }

  static let modelLayout = ModelLayout<Navigator>("Navigator") {
    $0.slot("destination", \.destination)
    $0.slot("path", \.path)
    $0.slot("sheet", \.sheet)
  }
  var modelNode = ModelNode<Navigator>()

  var destination: Destination? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var path: [Screen] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var sheet: Logged? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init() {
    modelNode.initialize(0, to: nil as Destination?)
    modelNode.initialize(1, to: [Screen]())
    modelNode.initialize(2, to: nil as Logged?)
  }
}
