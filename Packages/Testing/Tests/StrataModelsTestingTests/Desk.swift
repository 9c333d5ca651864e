import StrataModels

/// A model with containers that are more than models.
struct Desk: Model {
  struct Box: ModelContainer, Equatable {
    var part: Part?
    var label = ""

    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&part) }

    static func == (lhs: Box, rhs: Box) -> Bool {
      lhs.label == rhs.label && lhs.part?.id == rhs.part?.id
    }
  }

  enum Page: ModelContainer, Equatable {
    case blank
    case part(Part)
    case text(String)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      if case .part(var part) = self, visitor.visit(&part) { self = .part(part) }
    }

    static func == (lhs: Page, rhs: Page) -> Bool {
      switch (lhs, rhs) {
      case (.blank, .blank): true
      case (.part(let lhs), .part(let rhs)): lhs.id == rhs.id
      case (.text(let lhs), .text(let rhs)): lhs == rhs
      default: false
      }
    }
  }

  struct Part: Model {
    static let modelLayout = ModelLayout<Part>("Part") { $0.slot("name", \.name) }
    var modelNode = ModelNode<Part>()
    var name: String {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }

    init(_ name: String = "") { modelNode.initialize(0, to: name) }
  }

  static let modelLayout = ModelLayout<Desk>("Desk") {
    $0.slot("named", \.named)
    $0.slot("page", \.page)
    $0.slot("box", \.box)
    $0.slot("anything", \.anything)
  }
  var modelNode = ModelNode<Desk>()

  var named: [Int: Part] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var page: Page {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var box: Box {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var anything: any Sendable {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }

  init() {
    modelNode.initialize(0, to: [Int: Part]())
    modelNode.initialize(1, to: Page.blank)
    modelNode.initialize(2, to: Box())
    modelNode.initialize(3, to: 1 as any Sendable)
  }
}
