public import StrataExtensions

/// A row of the board; everything in it, its `id` included, belongs to the main actor.
public struct Card: Identifiable, Equatable, Sendable {
  public let id: Int
  public var title: String

  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// State that a main-actor program stores and changes in place.
public final class Board {
  public private(set) var cards: IdentifiedArrayOf<Card> = []

  public init() {}

  public func add(_ title: String) {
    cards.append(Card(id: cards.count, title: title))
  }

  public func rename(_ id: Card.ID, to title: String) {
    cards[id: id]?.title = title
  }

  public func remove(_ id: Card.ID) {
    cards.remove(id: id)
  }
}
