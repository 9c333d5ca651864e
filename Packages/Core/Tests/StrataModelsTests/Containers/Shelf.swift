import StrataModels

/// A container that is more than its model, with an identity.
struct Page: ModelContainer, Identifiable, Equatable {
  var id: Int
  var title = ""
  var card: Card

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    _ = visitor.visit(&card)
  }
}

/// A collection of a program's own that declares itself a container.
struct Ring<Element>: MutableCollection, RangeReplaceableCollection {
  var elements: [Element] = []
  var startIndex: Int { elements.startIndex }
  var endIndex: Int { elements.endIndex }
  func index(after i: Int) -> Int { i + 1 }
  subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
  }
  mutating func replaceSubrange(
    _ subrange: Range<Int>,
    with newElements: some Collection<Element>
  ) {
    elements.replaceSubrange(subrange, with: newElements)
  }
}

extension Ring: ContextContainer, ModelContainer where Element: ModelContainer & Identifiable {}

/// A model with containers of containers.
struct Shelf: Model {
  static let modelLayout = ModelLayout<Shelf>("Shelf") {
    $0.slot("pages", \.pages)
    $0.slot("page", \.page)
    $0.slot("named", \.named)
    $0.slot("stacks", \.stacks)
    $0.slot("ring", \.ring)
    $0.slot("packed", \.packed)
  }
  var modelNode = ModelNode<Shelf>()

  var pages: [Page] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var page: Page? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var named: [String: Card] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var stacks: [Int: [Card]]? {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var ring: Ring<Card> {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var packed: ContiguousArray<Card> {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }

  init(pages: [Page] = [], named: [String: Card] = [:]) {
    modelNode.initialize(0, to: pages)
    modelNode.initialize(1, to: nil as Page?)
    modelNode.initialize(2, to: named)
    modelNode.initialize(3, to: nil as [Int: [Card]]?)
    modelNode.initialize(4, to: Ring<Card>())
    modelNode.initialize(5, to: ContiguousArray<Card>())
  }
}
