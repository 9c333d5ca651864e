import Observation
import StrataConcurrency
import Testing

@testable import StrataCore

/// Reads of a context that is in no tree, by observers that are told when it joins one.
@Suite struct JoiningReadTests {
  private let kid = Kid(count: 1)
  private let root = Kid("root")
  private let log = Log()
  private let anchor: Anchor

  init() { anchor = Anchor(root.context) }

  /// Reads the count again at each notification.
  private func track() -> Tracker {
    let held = Locked<Tracker?>(nil, rank: .leaf)
    let read: @Sendable () -> Void = { [kid, log] in
      let tracker = held.withLock { $0 }
      log.add("\(tracker?.track { kid.count } ?? 0)")
    }
    let tracker = Tracker { read() }
    held.withLock { $0 = tracker }
    read()
    return tracker
  }

  /// The ways for a context to join a tree.
  enum Way: CaseIterable {
    case property, transaction, parentWithIt, root
  }

  private func join(_ way: Way) -> Anchor? {
    switch way {
    case .property: root.kids = [kid]
    case .transaction: root.context.transaction { root.kids = [kid] }
    case .parentWithIt: root.kids = [Kid("between", kids: [kid])]
    case .root: return Anchor(kid.context)
    }
    return nil
  }

  @Test(arguments: Way.allCases)
  func aTrackerIsNotifiedOfTheJoinAndOfLaterChanges(way: Way) {
    let tracker = track()
    #expect(log.take() == ["1"])
    let made = join(way)
    #expect(log.take() == ["1"])
    kid.count = 2
    kid.count = 3
    #expect(log.take() == ["2", "3"])
    withExtendedLifetime((tracker, made)) {}
  }

  @Test func aWriteBeforeTheJoinIsSeenWithIt() {
    let tracker = track()
    kid.count = 5
    #expect(log.take() == ["1"])
    root.kids = [kid]
    #expect(log.take() == ["5"])
    withExtendedLifetime(tracker) {}
  }

  @Test(arguments: Way.allCases)
  func aDerivedValueIsNotifiedAndThenCached(way: Way) {
    let runs = Counter()
    let double = Derived(of: root.context, at: .thisLine()) { [kid, runs] () -> Int in
      runs.add()
      return kid.count * 2
    }
    let observation = double.observe(at: .thisLine()) { [log] in log.add("\($0)") }
    kid.count = 2
    let made = join(way)
    #expect(log.take() == ["4"])
    let before = runs.count
    #expect(double.value == 4 && double.value == 4)
    #expect(runs.count == before)
    kid.count = 3
    #expect(log.take() == ["6"])
    withExtendedLifetime((observation, made)) {}
  }

  @Test(arguments: Way.allCases)
  func swiftsObservationIsNotifiedOfTheJoinAndOfLaterChanges(way: Way) {
    let observe: @Sendable () -> Void = { [kid, log] in
      withObservationTracking {
        ObservationBridge.access(kid.context, Item.count.index)
      } onChange: {
        log.add("\(kid.count)")
      }
    }
    observe()
    kid.count = 2
    #expect(log.all == [])
    let made = join(way)
    #expect(log.take() == ["2"])
    observe()
    kid.count = 3
    kid.count = 4
    #expect(log.take() == ["3"])
    withExtendedLifetime(made) {}
  }

  @Test func aTrackerThatReadsSomethingElseByNowIsNotNotified() {
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = kid.count }
    tracker.track { _ = root.count }
    root.kids = [kid]
    kid.count = 2
    #expect(log.all == [])
  }

  @Test func aCancelledTrackerIsNotNotified() {
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = kid.count }
    tracker.cancel()
    root.kids = [kid]
    kid.count = 2
    #expect(log.all == [])
  }

  @Test func aTrackerThatAnotherOneCancelsMeanwhileIsNotNotified() {
    let second = Locked<Tracker?>(nil, rank: .leaf)
    let first = Tracker { [log] in
      log.add("first")
      second.withLock { $0 }?.cancel()
    }
    let made = Tracker { [log] in log.add("second") }
    second.withLock { $0 = made }
    for tracker in [first, made] { tracker.track { _ = kid.count } }
    root.kids = [kid]
    #expect(log.all == ["first"])
  }

  @Test func aTrackerThatReadsSomethingElseByTheNotificationIsNotNotified() {
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = kid.count }
    // The notification of the join waits for the end of this call.
    let other = Tracker { [root, kid] in
      root.kids = [kid]
      tracker.track { _ = root.kids }
    }
    other.track { _ = root.count }
    root.count = 1
    #expect(root.kids.count == 1)
    #expect(log.all == [])
    withExtendedLifetime(other) {}
  }

  @Test func theNotificationContinuesTheCauseOfTheJoin() {
    Cause.startRecording()
    defer { Cause.stopRecording() }
    let tracker = Tracker("follower") { [log] in
      log.add(Cause.current?.steps.compactMap(\.name).joined(separator: " > ") ?? "none")
    }
    tracker.track { _ = kid.count }
    withCause("add") { root.kids = [kid] }
    #expect(log.all == ["add > follower"])
  }

  /// The rounds of the shared tree, which the context leaves, have larger numbers.
  @Test func aTrackerThatResumesAfterTheJoinIsNotifiedOfTheNextChange() {
    let other = Kid()
    let observation = other.context.observe(Item.count) { _ in }
    for number in 1...100 { other.count = number }
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = kid.count }
    root.kids = [kid]
    #expect(log.take() == ["stale"])
    tracker.resume()
    kid.count = 2
    #expect(log.take() == ["stale"])
    withExtendedLifetime(observation) {}
  }

  @Test func aWriteBeforeTheJoinCostsNoDelivery() {
    let tracker = track()
    #expect(unsafe kid.context.headers[Item.count.index].flags.rawValue == 0)
    withExtendedLifetime(tracker) {}
  }

  @Test func aContextThatNeverJoinsIsReleasedWithItsTracker() {
    weak var released: Context?
    do {
      let alone = Kid(count: 1)
      released = alone.context
      let tracker = Tracker {}
      tracker.track { _ = alone.count }
    }
    #expect(released == nil)
  }

  @Test func aTrackerFollowsAContextThatLeavesAndReturns() {
    let number = ReturningNumber.make()
    root.kids = [number]
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = number.count }
    root.kids = []
    #expect(log.all == [])
    root.kids = [number]
    #expect(log.take() == ["stale"])
    tracker.track { _ = number.count }
    number.count = 2
    #expect(log.take() == ["stale"])
  }

  @Test func soDoesOneThatReadsItWhileItIsRemoved() {
    let number = ReturningNumber.make()
    root.kids = [number]
    root.kids = []
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = number.count }
    root.kids = [number]
    #expect(log.take() == ["stale"])
    tracker.track { _ = number.count }
    number.count = 2
    #expect(log.take() == ["stale"])
  }

  @Test func aDerivedValueFollowsAContextThatLeavesAndReturns() {
    let number = ReturningNumber.make()
    root.kids = [number]
    let double = Derived(of: root.context, at: .thisLine()) { number.count * 2 }
    let observation = double.observe(at: .thisLine()) { [log] in log.add("\($0)") }
    root.kids = []
    root.kids = [number]
    number.count = 2
    number.count = 3
    #expect(log.take() == ["4", "6"])
    withExtendedLifetime(observation) {}
  }

  /// The value ends with its owner, and the owner has another one when it returns.
  @Test func aTrackerFollowsADerivedValueWhoseOwnerReturns() {
    let number = ReturningNumber.make()
    root.kids = [number]
    let double = Derived(of: number.context, at: .thisLine()) { number.count * 2 }
    let tracker = Tracker { [log] in log.add("stale") }
    tracker.track { _ = double.value }
    root.kids = []
    #expect(log.all == [])
    root.kids = [number]
    #expect(log.take() == ["stale"])
    tracker.track { _ = double.value }
    number.count = 2
    #expect(log.take() == ["stale"])
  }

  /// The slot is checked out while the context prepares its return.
  @Test func anObserverOfTheChangedListIsNotifiedAfterTheChange() {
    let number = ReturningNumber.make()
    root.kids = [number]
    let sum = Derived(of: root.context, at: .thisLine()) { [root] in
      root.kids.count * 100 + number.count
    }
    let observation = sum.observe(at: .thisLine()) { [log] in log.add("\($0)") }
    _ = reports { root.kids = [] }
    #expect(log.take() == ["1"])
    root.kids = [number]
    #expect(log.take() == ["101"])
    withExtendedLifetime(observation) {}
  }

  @Test func aTrackerOfAnEndedValueIsNotRetained() {
    let number = ReturningNumber.make()
    root.kids = [number]
    let double = Derived(of: number.context, at: .thisLine()) { number.count * 2 }
    do {
      let end = LoggedEnd(log)
      let tracker = Tracker { withExtendedLifetime(end) {} }
      tracker.track { _ = double.value }
      root.kids = []
    }
    #expect(log.take() == ["ended"])
    root.kids = [number]
    #expect(number.context.isLive)
  }

  @Test func contextsThatJoinTogetherNotifyATrackerOnce() {
    let kids = (0..<20).map { Kid(count: $0) }
    let held = Locked<Tracker?>(nil, rank: .leaf)
    let read: @Sendable () -> Void = { [log] in
      let sum = held.withLock { $0 }?.track { kids.reduce(0) { $0 + $1.count } }
      log.add("\(sum ?? 0)")
    }
    let tracker = Tracker { read() }
    held.withLock { $0 = tracker }
    read()
    root.kids = kids
    #expect(log.take() == ["190", "190"])
    kids[3].count = 4
    #expect(log.take() == ["191"])
  }

  /// Reads a property, or a value that is derived from it.
  @Test(arguments: [false, true])
  func aTrackerIsNotifiedOfAWriteWithWhichItsContextLeaves(isDerived: Bool) {
    root.kids = [kid]
    let double = Derived(of: kid.context, at: .thisLine()) { [kid] in kid.count * 2 }
    let tracker = Tracker { [log] in log.add("notified") }
    tracker.track { _ = isDerived ? double.value : kid.count }
    root.context.transaction {
      root.name = "other"
      kid.count = 5
      root.kids = []
    }
    #expect(log.take() == ["notified"])
    _ = reports { #expect(kid.count == 5) }
    withExtendedLifetime(tracker) {}
  }

  @Test func aRemovedContextIsReleasedWithItsTracker() {
    weak var released: Context?
    do {
      let number = ReturningNumber.make()
      released = number.context
      root.kids = [number]
      let tracker = Tracker {}
      tracker.track { _ = number.count }
      root.kids = []
    }
    #expect(released == nil)
  }
}

/// A kind without functions and children, so that its contexts can always return.
private enum ReturningNumber {
  private static let layout = Layout(name: "Number", slots: [.value("count", Int.self)])

  static func make() -> Kid {
    let kid = Kid(context: Context(layout: layout))
    kid.context.initialize(Item.count, to: 1)
    return kid
  }
}
