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

  @Test(arguments: 0..<40)
  func randomChangesAgreeWithAPlainArray(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (deck, _) = Self.deck(0..<3)
    var plain = [0, 1, 2]
    var next = 3
    let calls = Mutex(0)
    deck.node.onChange(of: deck.cards.map(\.id), initial: false) { _, _ in
      calls.withLock { $0 += 1 }
    }
    var expected = 0
    for _ in 0..<60 {
      let former = plain
      let first = Int.random(in: 0..<max(plain.count, 1), using: &random)
      let second = Int.random(in: 0..<max(plain.count, 1), using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        deck.cards.append(NumberedCard(id: next))
        plain.append(next)
        next += 1
      case 1:
        deck.cards.insert(NumberedCard(id: next), at: first)
        plain.insert(next, at: first)
        next += 1
      case 2 where plain.count > 1:
        deck.cards.remove(at: first)
        plain.remove(at: first)
      case 3 where !plain.isEmpty:
        deck.cards.swapAt(first, second)
        plain.swapAt(first, second)
      case 4 where !plain.isEmpty:
        deck.cards.move(from: first, to: second)
        plain.insert(plain.remove(at: first), at: second)
      case 5:
        deck.cards.reverse()
        plain.reverse()
      case 6:
        deck.cards.sort { $0.id < $1.id }
        plain.sort()
      case 7:
        deck.cards = IdentifiedArrayOf(deck.cards.sorted { $0.id > $1.id })
        plain.sort(by: >)
      default:
        deck.node.transaction {
          deck.cards.reverse()
          if first != second { deck.cards.swapAt(first, second) }
        }
        plain.reverse()
        if first != second { plain.swapAt(first, second) }
      }
      if plain != former { expected += 1 }
      let (order, count) = (deck.order, calls.withLock { $0 })
      #expect(order == plain)
      #expect(count == expected)
    }
  }
}

/// A card that is known by its number.
@Model struct NumberedCard { let id: Int }

/// Cards, and their order as a value that is computed once.
@Model struct Deck {
  var cards: IdentifiedArrayOf<NumberedCard> = []
  var order: [Int] { node.memoize { cards.map(\.id) } }

  func onActivate() { node.trackUndo() }
}
