import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

@Suite struct TrackerTests {
  @Test func onlyWhatWasReadIsWatched() {
    let (one, two) = (Kid(), Kid())
    let anchors = [Anchor(one.context), Anchor(two.context)]
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    let sum = tracker.track { one.count + two.count }
    #expect(sum == 0)
    one.name = "x"
    two.list.append(1)
    #expect(log.all == [])
    two.count = 1
    #expect(log.all == ["stale"])
    withExtendedLifetime(anchors) {}
  }

  @Test func itSpeaksOncePerRun() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track { _ = kid.count + kid.name.count }
    kid.count = 1
    kid.count = 2
    kid.name = "x"
    #expect(log.all == ["stale"])
    tracker.track { _ = kid.count }
    kid.name = "y"
    #expect(log.all == ["stale"])
    kid.count = 3
    #expect(log.all == ["stale", "stale"])
    withExtendedLifetime(anchor) {}
  }

  @Test func dependenciesAreThoseOfTheLastRun() {
    let (switcher, one, two) = (Kid(), Kid(), Kid())
    let anchors = [switcher, one, two].map { Anchor($0.context) }
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    let run = { tracker.track { _ = switcher.count == 0 ? one.count : two.count } }
    run()
    two.count += 1
    #expect(log.take() == [])
    switcher.count = 1
    #expect(log.take() == ["stale"])
    run()
    one.count += 1
    #expect(log.take() == [])
    two.count += 1
    #expect(log.take() == ["stale"])
    withExtendedLifetime(anchors) {}
  }

  @Test func aContainersContentIsNotItsStructure() {
    let root = Kid(kids: [Kid("a"), Kid("b")])
    let anchor = Anchor(root.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track { _ = root.kids.count }
    root.kids[0].count += 1
    #expect(log.take() == [])
    root.kids.append(Kid("c"))
    #expect(log.take() == ["stale"])
    tracker.track { _ = root.kids.count }
    root.kids.swapAt(0, 1)
    #expect(log.take() == ["stale"])
    withExtendedLifetime(anchor) {}
  }

  @Test func untrackedReadsAreNotWatched() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track {
      _ = kid.count
      withoutTracking { _ = kid.name }
      _ = kid.list
    }
    kid.name = "x"
    #expect(log.take() == [])
    kid.list = [1]
    #expect(log.take() == ["stale"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anInnerRunHasItsOwnReads() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let outer = Tracker { log.add("outer") }
    let inner = Tracker { log.add("inner") }
    outer.track {
      _ = kid.count
      inner.track { _ = kid.name + "\(kid.count)" }
      _ = kid.list
    }
    kid.name = "x"
    #expect(log.take() == ["inner"])
    inner.track { _ = kid.name }
    kid.list = [1]
    #expect(log.take() == ["outer"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aCancelledTrackerIsSilent() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track { _ = kid.count }
    tracker.cancel()
    kid.count = 1
    tracker.track { _ = kid.count }
    kid.count = 2
    #expect(log.all == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func aTrackerThatIsReleasedLeavesNoWatcher() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    do {
      let tracker = Tracker {}
      tracker.track { _ = kid.count }
      #expect(kid.context.facets?.isWatched(Item.count.index) == true)
    }
    #expect(kid.context.facets?.isWatched(Item.count.index) == false)
    withExtendedLifetime(anchor) {}
  }

  @Test func manyReadsInAnotherOrderAreFoundAgain() {
    let root = Kid(kids: (0..<300).map { Kid(count: $0) })
    let anchor = Anchor(root.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track { for kid in root.kids { _ = kid.count } }
    tracker.track { for kid in root.kids.reversed() { _ = kid.count } }
    for kid in root.kids {
      #expect(kid.context.facets?.watchLists[Item.count.index].entries.count == 1)
    }
    tracker.track { for kid in root.kids.prefix(100) { _ = kid.count } }
    root.kids[200].count += 1
    #expect(log.take() == [])
    root.kids[50].count += 1
    #expect(log.take() == ["stale"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextIsWatchedAgainInItsNextLife() {
    let kid = Kid()
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track { _ = kid.opaque }
    // An `Item` has functions, so it cannot begin another incarnation; a plain kind can.
    let plain = Layout(name: "Plain", slots: [.value("count", Int.self)])
    let count = plain.slot(0, as: Int.self)
    let context = Context(layout: plain)
    context.initialize(count, to: 0)
    root.kids.append(Kid(context: context))
    tracker.track { _ = context[count] }
    root.kids.removeLast()
    #expect(log.all == [])
    root.kids.append(Kid(context: context))
    // It may have changed meanwhile.
    #expect(log.take() == ["stale"])
    tracker.track { _ = context[count] }
    context[count] = 1
    #expect(log.take() == ["stale"])
    withExtendedLifetime(anchor) {}
  }

  @Test func noChangeBetweenAReadAndTheEndOfTheRunIsLost() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("stale") }
    tracker.track {
      _ = kid.count
      OtherThread { kid.count = 1 }.join()
      #expect(log.all == ["stale"])
    }
    withExtendedLifetime(anchor) {}
  }
}

@Suite struct TrackerRoundTests {
  /// A tracker that runs again at each notification.
  private final class Eager: Sendable {
    private let tracker = Locked<Tracker?>(nil, rank: .leaf)
    private let count = Locked(0, rank: .leaf)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
      let made = Tracker { [weak self] in self?.run() }
      tracker.withLock { $0 = made }
      run()
    }

    var runs: Int { count.withLock { $0 } }

    private func run() {
      count.withLock { $0 += 1 }
      tracker.withLock { $0 }?.track(body)
    }
  }

  @Test func aRunInTheMiddleOfARoundIsNotToldOfTheRestOfIt() {
    let (one, two) = (Kid("1"), Kid("2"))
    let root = Kid(kids: [one, two])
    let anchor = Anchor(root.context)
    let eager = Eager { for kid in root.kids { _ = (kid.count, kid.name) } }
    root.context.transaction {
      one.count = 1
      two.count = 2
      two.name = "x"
      root.kids.swapAt(0, 1)
    }
    #expect(eager.runs == 2)
    two.count = 3
    #expect(eager.runs == 3)
    withExtendedLifetime((anchor, eager)) {}
  }

  @Test func aWriteOfAnObserverIsARoundThatTheRunHasNotSeen() {
    let (one, two) = (Kid("1"), Kid("2"))
    let root = Kid(kids: [one, two])
    let anchor = Anchor(root.context)
    let eager = Eager { _ = one.count + two.count }
    let observation = one.context.observe(Item.count) { _ in two.count += 1 }
    one.count = 1
    #expect(eager.runs == 3)
    #expect(two.count == 1)
    withExtendedLifetime((anchor, eager, observation)) {}
  }

  @Test func aRunIsOvertakenByWhatOthersCommitOfItsReadsBeforeTheyTellOfIt() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let (committed, told) = (Gate(), Gate())
    // Made first, so that the tracker is notified after it.
    let blocking = kid.context.observe(Item.count, at: .thisLine()) { _ in
      committed.open()
      told.wait()
    }
    let tracker = Tracker {}
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    let seen = tracker.track { () -> [Int] in
      let count = kid.count
      let writer = OtherThread {
        kid.context.transaction {
          kid.count = 2
          kid.name = "bb"
        }
      }
      other.withLock { $0 = writer }
      committed.wait()
      return [count, kid.name.count]
    }
    #expect(seen == [1, 2])
    #expect(!tracker.isStale)
    #expect(tracker.wasSuperseded)
    told.open()
    other.withLock { $0 }?.join()
    withExtendedLifetime((anchor, blocking)) {}
  }

  @Test func aRunIsOvertakenByATransactionThatTouchesADerivedValueOfItsReads() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let count = Derived<Int, Never>(of: kid.context, at: .thisLine()) { kid.count }
    let length = Derived<Int, Never>(of: kid.context, at: .thisLine()) { kid.name.count }
    let (committed, told) = (Gate(), Gate())
    let blocking = kid.context.observe(Item.count, at: .thisLine()) { _ in
      committed.open()
      told.wait()
    }
    let tracker = Tracker {}
    _ = tracker.track { count.value + length.value }
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    let seen = tracker.track { () -> [Int] in
      let first = count.value
      let writer = OtherThread {
        kid.context.transaction {
          kid.count = 2
          kid.name = "bb"
        }
      }
      other.withLock { $0 = writer }
      committed.wait()
      return [first, length.value]
    }
    #expect(seen == [1, 2])
    #expect(!tracker.isStale)
    #expect(tracker.wasSuperseded)
    told.open()
    other.withLock { $0 }?.join()
    withExtendedLifetime((anchor, blocking)) {}
  }

  @Test func aRunIsNotOvertakenByChangesOfWhatItHasNotReadBefore() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let watching = kid.context.observe(Item.count, at: .thisLine()) { _ in }
    let tracker = Tracker {}
    let seen = tracker.track { () -> String in
      let name = kid.name
      onThreads(1) { _ in kid.count = 2 }
      return "\(name)\(kid.count)"
    }
    #expect(seen == "a2")
    #expect(!tracker.wasSuperseded)
    withExtendedLifetime((anchor, watching)) {}
  }

  @Test func aRunThatReadsAPropertyBeforeAndAfterACommitIsNoSnapshot() {
    let kid = Kid("a", count: 0)
    let anchor = Anchor(kid.context)
    let (begun, over) = (Gate(), Gate())
    // Its thread delivers what others commit, once it goes on.
    let observation = kid.context.observe(Item.name) { _ in
      begun.open()
      over.wait()
    }
    let deliverer = OtherThread { kid.name = "b" }
    begun.wait()
    let tracker = Tracker {}
    let pair = tracker.track { () -> (Int, Int) in
      let first = kid.count
      OtherThread {
        kid.count = 1
        _ = Tracker {}.track { kid.count }
      }
      .join()
      return (first, kid.count)
    }
    #expect(pair == (0, 1))
    #expect(tracker.wasSuperseded)
    over.open()
    deliverer.join()
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aReadThatIsOnlyNotedIsTrackedAsOneOfTheValueIs() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let tracker = Tracker { log.add("changed") }
    tracker.track { kid.context.noteRead(ofSlotAt: Item.count.index) }
    kid.name = "b"
    #expect(log.all == [])
    kid.count = 2
    #expect(log.all == ["changed"])
    withExtendedLifetime((anchor, tracker)) {}
  }
}
