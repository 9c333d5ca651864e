import StrataConcurrency
import Testing

@testable import StrataCore

// A thread that delivers a single change iterates over the list of observers without retaining it. Here the list
// changes meanwhile.
@Suite struct ObserverListTests {
  /// An object that an observer retains.
  private final class Held: Sendable {}

  /// An observation that can be ended from inside.
  private final class Cancelling: Sendable {
    let observation = Locked<Subscription?>(nil, rank: .leaf)

    func cancel() { observation.withLock { $0.take() }?.cancel() }
  }

  @Test(arguments: [1, 3, 9])
  func anObserverThatIsNotListedCannotBeRemoved(id: UInt64) {
    let observer = Observer(callSite: .thisLine()) { _ in }
    var list = WatchList()
    #expect(list.remove(id: id) == nil)
    list.add(observer, id: 2)
    list.add(observer, id: 5)
    #expect(list.remove(id: id) == nil)
    #expect(list.entries.map(\.id) == [2, 5])
  }

  @Test func anObserverThatEndsItselfIsReleasedWhenAllAreTold() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let first = Cancelling()
    weak var held: Held?
    do {
      let made = Held()
      held = made
      let observation = kid.context.observe(Item.count) { _ in
        log.add("first")
        first.cancel()
        withExtendedLifetime(made) {}
      }
      first.observation.withLock { $0 = observation }
    }
    let others = (1...20).map { number in
      kid.context.observe(Item.count) { [weak held] _ in
        log.add("\(number) \(held == nil ? "released" : "held")")
      }
    }
    kid.count = 1
    #expect(log.take() == ["first"] + (1...20).map { "\($0) held" })
    #expect(held == nil)
    kid.count = 2
    #expect(log.take() == (1...20).map { "\($0) released" })
    withExtendedLifetime((anchor, others)) {}
  }

  @Test func allObserversMayEndWhileTheFirstIsTold() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let others = (0..<50).map { _ in Cancelling() }
    let first = kid.context.observe(Item.count) { _ in
      log.add("first")
      for other in others { other.cancel() }
    }
    for (number, other) in others.enumerated() {
      let observation = kid.context.observe(Item.count) { _ in log.add("\(number)") }
      other.observation.withLock { $0 = observation }
    }
    kid.count = 1
    kid.count = 2
    #expect(log.all == ["first", "first"])
    withExtendedLifetime((anchor, first)) {}
  }

  @Test func anObserverThatComesMeanwhileIsToldFromTheNextChangeOn() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let added = Locked<[Subscription]>([], rank: .leaf)
    let first = kid.context.observe(Item.count) { change in
      let number = change.newValue(as: Item.count)
      let observation = kid.context.observe(Item.count) {
        log.add("\(number): \($0.newValue(as: Item.count))")
      }
      added.withLock { $0.append(observation) }
    }
    for number in 1...3 { kid.count = number }
    #expect(log.all == ["1: 2", "1: 3", "2: 3"])
    withExtendedLifetime((anchor, first, added)) {}
  }

  @Test func aContextThatLeavesItsTreeWhileItsWatchersAreToldIsToldToTheEnd() {
    let kid = Kid()
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let log = Log()
    let first = kid.context.observe(Item.count) { _ in
      log.add("first")
      root.kids = []
    }
    let second = kid.context.observe(Item.count) { _ in log.add("second") }
    kid.count = 1
    #expect(log.all == ["first", "second"])
    #expect(kid.context.facets?.endTellingChanged().isEmpty == true)
    withExtendedLifetime((anchor, first, second)) {}
  }

  @Test func aContextThatJoinsAnotherTreeWhileItsWatchersAreToldIsToldInBothToTheEnd() {
    // The context leaves one tree and joins another inside a delivery of the first. Observers in the second tree are
    // added under another lock than the one with which the delivery began.
    let kid = Kid()
    let from = Kid("from", kids: [kid])
    let to = Kid("to")
    let anchors = [Anchor(from.context), Anchor(to.context)]
    let log = Log()
    let added = Locked<[Subscription]>([], rank: .leaf)
    let first = kid.context.observe(Item.count) { change in
      let number = change.newValue(as: Item.count)
      log.add("first \(number)")
      guard number == 1 else { return }
      from.kids = []
      to.kids = [kid]
      for place in 0..<9 {
        let observation = kid.context.observe(Item.count) {
          log.add("\(place): \($0.newValue(as: Item.count))")
        }
        added.withLock { $0.append(observation) }
      }
    }
    let second = kid.context.observe(Item.count) {
      log.add("second \($0.newValue(as: Item.count))")
    }
    kid.count = 1
    #expect(log.take() == ["first 1", "second 1"])
    withExtendedLifetime((anchors, first, second, added)) {}
  }

  @Test func listsAreCopiedOnlyWhileTheyAreTold() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let first = kid.context.observe(Item.count) { _ in }
    let second = kid.context.observe(Item.name) { _ in }
    let facets = kid.context.ensuredFacets
    let told = unsafe facets.beginTelling(0)
    facets.addObserver(Silent(), id: WatchList.nextID(), slot: 0)
    facets.addObserver(Silent(), id: WatchList.nextID(), slot: 1)
    // The notified observers are the former ones, without the added one.
    #expect(told.count == 1)
    #expect(facets.watchLists[0].entries.count == 2)
    #expect(!facets.endTelling())
    // One copy, of the one list in delivery.
    #expect(facets.endTellingChanged().map(\.count) == [1])
    _ = unsafe facets.beginTelling(0)
    #expect(facets.endTelling())
    facets.addObserver(Silent(), id: WatchList.nextID(), slot: 0)
    #expect(facets.watchLists[0].entries.count == 3)
    withExtendedLifetime((anchor, first, second)) {}
  }

  private final class Silent: SlotObserver {
    var site: ObserverSite { ObserverSite(kind: "test", callSite: .thisLine()) }
    func receive(_ change: borrowing Change) {}
  }
}
