import StrataModels

/// A model with children of each kind, compared by its properties as `@Model` would write it.
struct Board: Model, Equatable, CustomReflectable {
  static let modelLayout = ModelLayout<Board>("Board") {
    $0.slot("title", \.title)
    $0.slot("main", \.main)
    $0.slot("cards", \.cards)
    $0.slot("detail", \.detail)
  }
  var modelNode = ModelNode<Board>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var main: Card {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var cards: [Card] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var detail: Card? {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  var sum: Int { cards.reduce(main.points) { $0 + $1.points } }

  init(title: String = "", main: Card = Card(), cards: [Card] = [], detail: Card? = nil) {
    modelNode.initialize(0, to: title)
    modelNode.initialize(1, to: main)
    modelNode.initialize(2, to: cards)
    modelNode.initialize(3, to: detail)
  }

  static func == (lhs: Board, rhs: Board) -> Bool {
    lhs.title == rhs.title && lhs.main == rhs.main && lhs.cards == rhs.cards
      && lhs.detail == rhs.detail
  }

  var customMirror: Mirror {
    Mirror(self, children: ["title": title, "main": main, "cards": cards, "detail": detail as Any])
  }
}

/// A leaf with a constant and a callback; may do something when it is activated.
struct Card: Model, Equatable, CustomReflectable {
  enum Event: Equatable { case flipped }

  static let modelLayout = ModelLayout<Card>("Card") {
    $0.slot("points", \.points)
    $0.slot("onFlip", \.onFlip)
  }
  var modelNode = ModelNode<Card>()
  let color: String
  let activation: @Sendable (Card) -> Void

  var points: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var onFlip: @Sendable (Int) -> Void {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(
    points: Int = 0,
    color: String = "red",
    onFlip: @escaping @Sendable (Int) -> Void = { _ in },
    activation: @escaping @Sendable (Card) -> Void = { _ in }
  ) {
    self.color = color
    self.activation = activation
    modelNode.initialize(0, to: points)
    modelNode.initialize(1, to: onFlip)
  }

  func onActivate() { activation(self) }

  func flip() { onFlip(points) }

  static func == (lhs: Card, rhs: Card) -> Bool {
    lhs.points == rhs.points && lhs.color == rhs.color
  }

  var customMirror: Mirror { Mirror(self, children: ["points": points, "color": color]) }
}

/// A model's phase of its lifetime.
func phase(of model: some Model) -> ContextPhase { model.node.context.currentPhase }
