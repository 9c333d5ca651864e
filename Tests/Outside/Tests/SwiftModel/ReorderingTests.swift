import Strata
import StrataConcurrency
import Synchronization
import Testing

/// A new order of the elements is a change, also if it is the order in which they joined.
@Suite struct ReorderingTests {
  typealias Change = @Sendable (Deck) -> Void

  /// Changes of the order of two cards, which made twice lead back.
  private static let changes: [String: Change] = [
    "reverse": { $0.cards.reverse() },
    "reverse in a transaction": { deck in deck.node.transaction { deck.cards.reverse() } },
    "assign": { $0.cards = IdentifiedArrayOf($0.cards.reversed()) },
    "assign what was swapped": {
      var cards = $0.cards
      cards.swapAt(0, 1)
      $0.cards = cards
    },
    "swap": { $0.cards.swapAt(0, 1) },
    "move": { $0.cards.move(from: 0, to: 1) },
    "sort": { deck in
      let isRising = deck.cards[0].id < deck.cards[1].id
      deck.cards.sort { isRising == ($0.id > $1.id) }
    },
  ]

  private static func deck(_ ids: some Sequence<Int>) -> (Deck, ModelUndoStack) {
    let stack = ModelUndoStack()
    let deck = Deck(cards: IdentifiedArrayOf(ids.map { NumberedCard(id: $0) }))
      .withAnchor { $0.undoSystem.backend = stack }
    return (deck, stack)
  }

  @Test(arguments: changes.keys.sorted(), changes.keys.sorted())
  func eachChangeOfTheOrderIsSeen(_ first: String, _ second: String) throws {
    let (deck, stack) = Self.deck([1, 2])
    let orders = Mutex<[[Int]]>([])
    deck.node.onChange(of: deck.cards.map(\.id), initial: false) { _, order in
      orders.withLock { $0.append(order) }
    }
    #expect(deck.order == [1, 2])
    let steps: [(String, [Int])] = [(first, [2, 1]), (second, [1, 2]), (first, [2, 1])]
    for (name, order) in steps {
      let change = try #require(Self.changes[name])
      change(deck)
      #expect(deck.cards.map(\.id) == order)
      #expect(deck.order == order)
    }
    let seen = orders.withLock { $0 }
    #expect(seen == [[2, 1], [1, 2], [2, 1]])
    #expect(stack.undoCount == 3)
    for order in [[1, 2], [2, 1], [1, 2]] {
      deck.node.undoSystem.undo()
      #expect(deck.order == order)
    }
    let count = orders.withLock { $0.count }
    #expect(count == 6)
  }

  @Test(arguments: Array(changes.keys).sorted())
  func elementsThatAnotherListHasAsWellMayBeReordered(_ name: String) throws {
    let change = try #require(Self.changes[name])
    let (deck, _) = Self.deck([])
    let shared = [NumberedCard(id: 1), NumberedCard(id: 2)]
    deck.others = IdentifiedArrayOf(shared)
    deck.cards.append(shared[1])
    deck.cards.append(shared[0])
    #expect(deck.order == [2, 1])
    for order in [[1, 2], [2, 1], [1, 2]] {
      change(deck)
      #expect(deck.order == order)
    }
  }

  @Test func anEqualAssignmentIsNoChange() {
    let (deck, stack) = Self.deck([3, 1, 2])
    let count = { stack.undoCount }
    deck.cards.reverse()
    #expect(count() == 1)
    deck.cards = deck.cards
    deck.cards.sort { _, _ in false }
    deck.node.transaction { deck.cards = deck.cards }
    deck.node.transaction {
      let former = deck.cards
      deck.cards = IdentifiedArrayOf(former.reversed())
      deck.cards = former
    }
    #expect(count() == 1)
    deck.cards.reverse()
    #expect(count() == 2)
  }

  @Test func theOrderBeforeAnErrorStays() {
    struct Failure: Error {}
    let (deck, _) = Self.deck([1, 2])
    #expect(deck.order == [1, 2])
    for order in [[2, 1], [1, 2], [2, 1]] {
      try? deck.node.transaction {
        deck.cards.swapAt(0, 1)
        deck.cards = IdentifiedArrayOf(deck.cards.reversed())
        deck.cards.reverse()
        throw Failure()
      }
      #expect(deck.order == order)
    }
  }

  @Test(arguments: 0..<60)
  func randomChangesAgreeWithAPlainArray(_ seed: UInt64) {
    var run = DeckRun(seed: seed)
    let deck = run.deck
    let calls = Mutex(0)
    deck.node.onChange(of: deck.cards.map(\.id), initial: false) { _, _ in
      calls.withLock { $0 += 1 }
    }
    var expected = 0
    for _ in 0..<60 {
      let former = run.plain
      if run.isOneIn(4) {
        deck.node.transaction { for _ in 0..<3 { run.step() } }
      } else {
        run.step()
      }
      if run.plain != former { expected += 1 }
      let (order, count) = (deck.order, calls.withLock { $0 })
      #expect(order == run.plain)
      #expect(count == expected)
    }
  }
}

/// Random changes of a deck's cards, and the same of a plain array.
private struct DeckRun {
  let deck = Deck().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
  private(set) var plain: [Int] = []
  private var random: SplitMix64
  private var next = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func isOneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func position() -> Int {
    Int.random(in: 0..<max(plain.count, 1), using: &random)
  }

  private mutating func card() -> NumberedCard {
    defer { next += 1 }
    return NumberedCard(id: next)
  }

  mutating func step() {
    let (first, second) = (position(), position())
    switch Int.random(in: 0..<11, using: &random) {
    case 0:
      let card = card()
      deck.cards.append(card)
      plain.append(card.id)
    case 1:
      let card = card()
      deck.cards.insert(card, at: first)
      plain.insert(card.id, at: first)
    case 2:
      // An element of another list stands there in the order of joining.
      let card = card()
      if isOneIn(2) { deck.others.append(card) } else { deck.others.insert(card, at: 0) }
      let former = deck.others.first { !plain.contains($0.id) } ?? card
      deck.cards.append(former)
      plain.append(former.id)
    case 3 where plain.count > 1:
      deck.cards.remove(at: first)
      plain.remove(at: first)
    case 4 where !plain.isEmpty:
      deck.cards.swapAt(first, second)
      plain.swapAt(first, second)
    case 5 where !plain.isEmpty:
      deck.cards.move(from: first, to: second)
      plain.insert(plain.remove(at: first), at: second)
    case 6 where !plain.isEmpty:
      // The same element, or one that continues its life.
      let isSame = isOneIn(2)
      let id = plain.remove(at: first)
      deck.node.transaction {
        let card = deck.cards.remove(at: first)
        deck.cards.append(isSame ? card : NumberedCard(id: id))
      }
      plain.append(id)
    case 7:
      deck.cards.reverse()
      plain.reverse()
    case 8:
      deck.cards.sort { $0.id < $1.id }
      plain.sort()
    case 9:
      deck.cards = IdentifiedArrayOf(deck.cards.sorted { $0.id > $1.id })
      plain.sort(by: >)
    default:
      deck.cards = IdentifiedArrayOf(plain.reversed().map { NumberedCard(id: $0) })
      plain.reverse()
    }
  }
}

/// A card that is known by its number.
@Model struct NumberedCard { let id: Int }

/// Cards, and their order as a value that is computed once.
@Model struct Deck {
  var cards: IdentifiedArrayOf<NumberedCard> = []
  var others: IdentifiedArrayOf<NumberedCard> = []
  var order: [Int] { node.memoize { cards.map(\.id) } }

  func onActivate() { node.trackUndo() }
}
