import Observation
import StrataConcurrency
import StrataModels
import Testing

/// A write that leaves a container as it was is no change, whatever the container is.
@Suite struct UnchangedContainerTests {
  typealias Write = @Sendable (Shelf) -> Void

  /// Writes without a difference, by name.
  private static let writes: [String: Write] = [
    "remove a missing key": { $0.named["z"] = nil },
    "assign the dictionary": { $0.named = $0.named },
    "set a key again": { $0.named["a"] = $0.named["a"] },
    "assign the pages": { $0.pages = $0.pages },
    "set a title again": { $0.pages[0].title = $0.pages[0].title },
    "swap a page with itself": { $0.pages.swapAt(0, 0) },
    "nil again": { $0.page = nil },
    "nil again, nested": { $0.stacks = nil },
    "assign a collection of one's own": { $0.ring = $0.ring },
    "append nothing": { $0.packed += [] },
  ]

  /// Writes that return to where they began, which needs a transaction.
  private static let journeys: [String: Write] = [
    "add and remove a key": {
      $0.named["z"] = Card()
      $0.named["z"] = nil
    },
    "change a title and back": {
      $0.pages[0].title += "!"
      $0.pages[0].title.removeLast()
    },
    "append and remove a page": {
      $0.pages.append(Page(id: 9, card: Card()))
      $0.pages.removeLast()
    },
    "show and hide": {
      $0.page = Page(id: 8, card: Card())
      $0.page = nil
    },
    "stack and clear": {
      $0.stacks = [1: [Card()]]
      $0.stacks = nil
    },
    "rotate": {
      $0.pages.swapAt(0, 1)
      $0.pages.swapAt(1, 0)
    },
  ]

  private static func shelf() -> (Shelf, ModelUndoStack) {
    let stack = ModelUndoStack()
    let pages = [Page(id: 1, title: "a", card: Card()), Page(id: 2, title: "b", card: Card())]
    let shelf = Shelf(pages: pages, named: ["a": Card(), "b": Card()])
      .withAnchor { $0.undoSystem.backend = stack }
    shelf.packed = [Card()]
    shelf.ring.append(Card())
    return (shelf, stack)
  }

  /// Who has noticed a write.
  struct Noticed: Equatable {
    var byObservers = false
    var bySwift = false
    var byUndo = false
    var byRedo = false
  }

  private func noticed(_ write: Write, isTracked: Bool) -> Noticed {
    let (shelf, stack) = Self.shelf()
    if isTracked {
      shelf.node.trackUndo()
      shelf.pages[0].title = "x"
      stack.undo()
    }
    let told = Locked(0, rank: .leaf)
    let context = shelf.node.context
    func watch<Value>(_ type: Value.Type, _ slot: Int) -> Subscription {
      context.observe(Slot<Value>(uncheckedIndex: slot)) { _ in told.withLock { $0 += 1 } }
    }
    let observations = [
      watch([Page].self, 0), watch(Page?.self, 1), watch([String: Card].self, 2),
      watch([Int: [Card]]?.self, 3), watch(Ring<Card>.self, 4),
      watch(ContiguousArray<Card>.self, 5),
    ]
    let fired = Locked(0, rank: .leaf)
    withObservationTracking {
      _ = (shelf.pages, shelf.page, shelf.named, shelf.stacks, shelf.ring, shelf.packed)
    } onChange: {
      fired.withLock { $0 += 1 }
    }
    let canRedo = stack.canRedo
    write(shelf)
    return withExtendedLifetime(observations) {
      Noticed(
        byObservers: told.withLock { $0 } > 0,
        bySwift: fired.withLock { $0 } > 0,
        byUndo: stack.undoCount > 0,
        byRedo: stack.canRedo != canRedo
      )
    }
  }

  @Test(arguments: [false, true]) func aWriteWithoutADifferenceIsNoticedByNobody(isTracked: Bool) {
    for (name, write) in Self.writes {
      #expect(noticed(write, isTracked: isTracked) == Noticed(), "\(name)")
    }
  }

  @Test(arguments: [false, true]) func aTransactionThatReturnsIsNoticedByNobody(isTracked: Bool) {
    for (name, write) in Self.writes.merging(Self.journeys, uniquingKeysWith: { $1 }) {
      let whole: Write = { shelf in shelf.node.transaction { write(shelf) } }
      #expect(noticed(whole, isTracked: isTracked) == Noticed(), "\(name)")
    }
  }

  @Test func aWriteWithADifferenceIsNoticedByAll() {
    let writes: [String: Write] = [
      "another key for a model": { $0.named["c"] = $0.named.removeValue(forKey: "a") },
      "another title": { $0.pages[1].title = "c" },
      "another order": { $0.pages.swapAt(0, 1) },
      "another model": { $0.named["a"] = Card() },
      "an empty list": { $0.stacks = [:] },
      "a removed key": { $0.named["a"] = nil },
    ]
    let all = Noticed(byObservers: true, bySwift: true, byUndo: true, byRedo: true)
    for (name, write) in writes {
      #expect(noticed(write, isTracked: true) == all, "\(name)")
      let whole: Write = { shelf in shelf.node.transaction { write(shelf) } }
      #expect(noticed(whole, isTracked: true) == all, "\(name)")
    }
  }

  /// The oracle is a plain value that is compared before and after.
  @Test func observersAreToldIfAndOnlyIfThePlainValueDiffers() {
    var random = SystemRandomNumberGenerator()
    let (shelf, _) = Self.shelf()
    let told = Locked(0, rank: .leaf)
    let pages = shelf.node.context.observe(Slot<[Page]>(uncheckedIndex: 0)) { _ in
      told.withLock { $0 += 1 }
    }
    let named = shelf.node.context.observe(Slot<[String: Card]>(uncheckedIndex: 2)) { _ in
      told.withLock { $0 += 1 }
    }
    for step in 0..<500 {
      let before = Plain(shelf)
      let tellings = told.withLock { $0 }
      let isWhole = Bool.random(using: &random)
      let count = isWhole ? Int.random(in: 1...3, using: &random) : 1
      let writes = (0..<count).map { _ in Self.randomWrite(&random, isSingle: !isWhole) }
      if isWhole {
        shelf.node.transaction { for write in writes { write(shelf) } }
      } else {
        for write in writes { write(shelf) }
      }
      let after = Plain(shelf)
      let differences =
        (before.pages == after.pages ? 0 : 1) + (before.named == after.named ? 0 : 1)
      #expect(told.withLock { $0 } - tellings == differences, "step \(step)")
    }
    withExtendedLifetime((pages, named)) {}
  }

  private struct Plain {
    let pages: [String]
    let named: [String: ModelID]

    init(_ shelf: Shelf) {
      pages = shelf.pages.map { "\($0.id) \($0.title) \($0.card.id)" }
      named = shelf.named.mapValues(\.modelID)
    }
  }

  private static func randomWrite(
    _ random: inout SystemRandomNumberGenerator,
    isSingle: Bool
  ) -> Write {
    let key = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let other = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let number = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: isSingle ? 1..<9 : 0..<9, using: &random) {
    case 0:
      return { shelf in
        let (first, second) = (shelf.named[key], shelf.named[other])
        shelf.named[key] = nil
        shelf.named[other] = nil
        if let first { shelf.named[other] = first }
        if key != other, let second { shelf.named[key] = second }
      }
    case 1: return { $0.named[key] = $0.named[key] ?? Card() }
    case 2: return { $0.named[key] = nil }
    case 3: return { $0.named = $0.named }
    case 4: return { if number < $0.pages.count { $0.pages[number].title = "t\(number % 2)" } }
    case 5: return { if $0.pages.count > 1 { $0.pages.swapAt(0, number % $0.pages.count) } }
    case 6:
      return {
        if $0.pages.count < 4 { $0.pages.append(Page(id: 10 + $0.pages.count, card: Card())) }
      }
    case 7: return { if !$0.pages.isEmpty { $0.pages.removeLast() } }
    default: return { $0.pages = $0.pages.map { $0 } }
    }
  }
}
