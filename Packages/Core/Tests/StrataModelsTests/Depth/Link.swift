import StrataModels

/// A model in a chain.
struct Link: Model, Hashable, MemberwiseHashable {
  static let modelLayout = ModelLayout<Link>("Link") {
    $0.slot("number", \.number)
    $0.slot("next", \.next)
    $0.slot("trail", \.trail)
  }
  var modelNode = ModelNode<Link>()

  var number: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var next: Link? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var trail: Trail {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init(_ number: Int = 0, next: Link? = nil, trail: Trail = .end) {
    modelNode.initialize(0, to: number)
    modelNode.initialize(1, to: next)
    modelNode.initialize(2, to: trail)
  }

  func isMemberwiseEqual(to other: Link) -> Bool {
    number == other.number && next == other.next && trail == other.trail
  }

  func hashMembers(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(next)
    hasher.combine(trail)
  }

  /// A chain of models; the first one is returned.
  static func chain(_ count: Int) -> Link {
    var first = Link(count)
    for number in (1..<count).reversed() { first = Link(number, next: first) }
    return first
  }

  /// The last of a chain.
  var last: Link {
    var link = self
    while let next = link.next { link = next }
    return link
  }
}

extension Link: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

/// An enum that contains a model and a further case of itself.
indirect enum Trail: ModelContainer, Hashable, Codable {
  case end
  case stop(Link, Trail)

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    guard case .stop(var link, var rest) = self else { return }
    var isChanged = visitor.visitMember(&link)
    isChanged = visitor.visitMember(&rest) || isChanged
    if isChanged { self = .stop(link, rest) }
  }

  static func chain(_ count: Int) -> Trail {
    var trail = Trail.end
    for number in (1...count).reversed() { trail = .stop(Link(number), trail) }
    return trail
  }

  /// The first model.
  var first: Link? {
    guard case .stop(let link, _) = self else { return nil }
    return link
  }
}
