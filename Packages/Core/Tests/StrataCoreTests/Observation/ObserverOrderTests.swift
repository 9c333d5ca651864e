import StrataConcurrency
import Testing

@testable import StrataCore

/// Observers are called in the order in which they began, whatever they have come to read since.
@Suite struct ObserverOrderTests {
  /// A tracker that reads one slot, and with it chooses the others; it runs again after each change.
  private final class Follower: Sendable {
    private let tracker = Locked<Tracker?>(nil, rank: .leaf)
    private let body: @Sendable () -> Void

    init(_ number: Int, _ calls: Calls, _ body: @escaping @Sendable () -> Void) {
      self.body = body
      let new = Tracker { [weak self] in
        calls.add(number)
        self?.run()
      }
      tracker.withLock { $0 = new }
      run()
    }

    func run() { tracker.withLock { $0 }?.track(body) }
  }

  private final class Calls: Sendable {
    private let numbers = Locked<[Int]>([], rank: .leaf)
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    func take() -> [Int] {
      numbers.withLock { numbers in
        defer { numbers = [] }
        return numbers
      }
    }
  }

  @Test func aSlotThatIsReadLaterDoesNotMoveItsObserverBack() {
    let (switcher, number) = (Kid(), Kid())
    let anchors = [switcher, number].map { Anchor($0.context) }
    let calls = Calls()
    let first = Follower(1, calls) { if switcher.count == 1 { _ = number.count } }
    let second = Follower(2, calls) { _ = number.count }
    switcher.count = 1
    #expect(calls.take() == [1])
    number.count = 1
    #expect(calls.take() == [1, 2])
    // The observer that leaves the list and comes back has its place again.
    switcher.count = 2
    switcher.count = 1
    #expect(calls.take() == [1, 1])
    number.count = 2
    #expect(calls.take() == [1, 2])
    withExtendedLifetime((anchors, first, second)) {}
  }

  @Test func aListenerIsToldOfTheEndOfARoundBeforeTheNextObserverIsCalled() {
    let root = Kid()
    let anchor = Anchor(root.context)
    let log = Log()
    let recording = root.context.recordChanges(
      at: .thisLine(),
      onRoundEnd: { _ in log.add("end") },
      { _ in log.add("change") }
    )
    let next = Derived(of: root.context, at: .thisLine()) { root.count + 1 }
    let observation = next.observe(at: .thisLine()) { _ in log.add("derived") }
    root.count = 1
    #expect(log.take() == ["change", "end", "derived"])
    root.context.transaction { root.count = 2 }
    #expect(log.take() == ["change", "end", "derived"])
    withExtendedLifetime((anchor, recording, observation)) {}
  }

  /// Followers, plain observers and derived values over the rows of one tree; each commit calls them in their order.
  @Test(arguments: 0..<60) func callsKeepTheOrderOfTheBeginnings(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let root = Kid(kids: (0..<4).map { Kid("\($0)") })
    let anchor = Anchor(root.context)
    let kids = root.kids
    let calls = Calls()
    var kept: [Any] = []
    var expected: [Int: @Sendable () -> Set<Int>] = [:]
    for number in 0..<12 {
      let (place, step) = (
        Int.random(in: 0..<4, using: &random), Int.random(in: 1..<4, using: &random)
      )
      let other: @Sendable () -> Int = { (place + step * (kids[place].count & 3)) & 3 }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        kept.append(kids[place].context.observe(Item.count) { _ in calls.add(number) })
        expected[number] = { [place] }
      case 1:
        let value = Derived(of: root.context, at: .thisLine()) {
          kids[place].count &* 1_000_003 &+ kids[other()].count
        }
        kept.append(value.observe(at: .thisLine()) { _ in calls.add(number) })
        expected[number] = { [place, other()] }
      default:
        kept.append(Follower(number, calls) { _ = kids[place].count &+ kids[other()].count })
        expected[number] = { [place, other()] }
      }
    }
    _ = calls.take()
    for _ in 0..<60 {
      let before = expected.mapValues { $0() }
      var written: Set<Int> = []
      let count = Int.random(in: 1..<4, using: &random)
      let write = { (random: inout SplitMix64) in
        let place = Int.random(in: 0..<4, using: &random)
        kids[place].count &+= Int.random(in: 1..<7, using: &random)
        written.insert(place)
      }
      if count == 1 {
        write(&random)
      } else {
        root.context.transaction { for _ in 0..<count { write(&random) } }
      }
      let due = before.filter { !$0.value.isDisjoint(with: written) }.keys.sorted()
      #expect(calls.take() == due, "seed \(seed)")
    }
    withExtendedLifetime((anchor, kept)) {}
  }

  /// A round that waits has what its commit has changed. An equal number is no commit, so a derived value that reads it
  /// is not notified of a later one in its place.
  @Test func anEqualNumberInACallbackIsNoRound() {
    let kids = (0..<3).map { Kid("\($0)") }
    let root = Kid(kids: kids)
    let anchor = Anchor(root.context)
    let log = Log()
    let sum = Derived(of: root.context, at: .thisLine()) { kids[1].count + kids[2].count }
    let observations = [
      kids[0].context.observe(Item.count) { change in
        let number = change.newValue(as: Item.count)
        log.add("count \(number)")
        guard number == 1 else { return }
        kids[1].count = 0
        kids[0].count = 2
        kids[2].count = 1
      },
      sum.observe(at: .thisLine()) { log.add("sum \($0)") },
    ]
    kids[0].count = 1
    #expect(log.take() == ["count 1", "count 2", "sum 1"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test(arguments: [1, 2])
  func aCancelledListenerIsReleasedAtOnce(_ count: Int) {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let observation = kid.context.observe(Item.name) { _ in }
    func listen() -> [Subscription] {
      (0..<count).map { _ in
        let end = LoggedEnd(log)
        return kid.context.recordChanges(at: .thisLine()) { _ in withExtendedLifetime(end) {} }
      }
    }
    let subscriptions = listen()
    kid.count = 1
    kid.name = "name"
    for subscription in subscriptions { subscription.cancel() }
    #expect(log.all.count == count)
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func writesAreQuickAgainAfterTheLastListener() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let tree = kid.context.tree
    for _ in 0..<2 {
      let listener = kid.context.recordChanges(at: .thisLine(), keepsOldValues: true) { _ in }
      #expect(tree.lock.flagWord & TreeFlags.changeListeners != 0)
      listener.cancel()
      #expect(tree.lock.flagWord & TreeFlags.slowsWrites == 0)
      #expect(tree.oldValueWishes == 0)
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func aLogOfWritesThatAListenerHasEndedRecordsNothingMore() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let ended = Locked<WriteLog?>(nil, rank: .leaf)
    let listener = kid.context.recordChanges(at: .thisLine()) { _ in
      ended.withLock { $0.take() }?.cancel()
    }
    let log = kid.context.recordWrites(at: .thisLine())
    kid.count = 1
    #expect(log.records.map(\.property) == ["count"])
    ended.withLock { $0 = log }
    kid.context.transaction {
      kid.count = 2
      kid.name = "name"
    }
    #expect(log.records.count == 1)
    withExtendedLifetime((anchor, listener)) {}
  }

  /// A listener is told of the round that another one is being told of, unless that one cancels it.
  @Test(arguments: [false, true])
  func aListenerThatAnotherHasCancelledIsNotCalled(isEarly: Bool) {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let second = Locked<Subscription?>(nil, rank: .leaf)
    func listen(
      onRoundEnd: @escaping @Sendable (UInt64) -> Void = { _ in },
      _ body: @escaping @Sendable (borrowing Change) -> Void
    ) -> Subscription {
      isEarly
        ? kid.context.recordChangesFirst(at: .thisLine(), onRoundEnd: onRoundEnd, body)
        : kid.context.recordChanges(at: .thisLine(), onRoundEnd: onRoundEnd, body)
    }
    let first = listen { change in
      log.add("first \(change.slot)")
      second.withLock { $0.take() }?.cancel()
    }
    let note: @Sendable (borrowing Change) -> Void = { log.add("second \($0.slot)") }
    let later = listen(onRoundEnd: { _ in log.add("end") }, note)
    let observation = kid.context.observe(Item.name) { _ in }
    kid.count = 1
    #expect(log.take().contains("second \(Item.count.index)"))
    second.withLock { $0 = later }
    kid.context.transaction {
      kid.count = 2
      kid.name = "name"
    }
    kid.count = 3
    let expected = [Item.count.index, Item.name.index, Item.count.index]
    #expect(log.all == expected.map { "first \($0)" })
    withExtendedLifetime((anchor, first, observation)) {}
  }
}
