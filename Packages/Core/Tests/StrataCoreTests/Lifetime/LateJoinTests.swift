import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct LateJoinTests {
  @Test func whatIsBelowAChildThatAnotherThreadHasActivatedIsActivated() {
    let log = Log()
    let root = Kid.loud("r")
    let thread = Locked<OtherThread?>(nil, rank: .leaf)
    let (hasSettled, mayGoOn) = (Gate(), Gate())
    // While this thread activates the root, another inserts a child below it. The child is there twice, which is
    // reported after it has joined and before its own children join.
    let onActivate: @Sendable (Kid) -> Void = { kid in
      guard kid.name == "r" else { return }
      let other = OtherThread {
        let child = Kid.loud("c", kids: [.loud("g")])
        ReportSink.withHandler({ _ in
          hasSettled.open()
          mayGoOn.wait()
        }) {
          Hooked.$log.withValue(log) { kid.kids = [child, child] }
        }
      }
      thread.withLock { $0 = other }
      hasSettled.wait()
    }
    let anchor = Hooked.$log.withValue(log) {
      Hooked.$onActivate.withValue(onActivate) { Anchor(root.context) }
    }
    #expect(log.take() == ["+r", "+c"])
    mayGoOn.open()
    thread.withLock { $0 }?.join()
    #expect(log.all == ["+g"])
    withExtendedLifetime(anchor) {}
  }

  @Test func whatTwoCommitsHaveMovedIsNotEndedByTheFirst() {
    let log = Log()
    let moved = Kid.loud("m")
    let former = Kid("former", kids: [moved])
    let root = Kid("root", kids: [former])
    let anchor = Hooked.$log.withValue(log) { Anchor(root.context) }
    // Each commit adds two. One of them has a child twice, which is reported when it joins.
    func twice(_ name: String) -> Kid {
      let child = Kid(name)
      return Kid(kids: [child, child])
    }
    let (first, second) = (Kid("first", kids: [moved]), Kid("second", kids: [moved]))
    let (firstStops, firstGoesOn) = (Gate(), Gate())
    let (secondStops, secondGoesOn) = (Gate(), Gate())
    let firstTwice = twice("a")
    let one = OtherThread {
      ReportSink.withHandler({ _ in
        firstStops.open()
        firstGoesOn.wait()
      }) {
        // It has taken the moved one over before it stops.
        root.kids = [first, firstTwice]
      }
    }
    firstStops.wait()
    let secondTwice = twice("b")
    let two = OtherThread {
      ReportSink.withHandler({ _ in
        secondStops.open()
        secondGoesOn.wait()
      }) {
        // It stops before it takes the moved one over.
        root.kids = [secondTwice, second]
      }
    }
    secondStops.wait()
    firstGoesOn.open()
    one.join()
    secondGoesOn.open()
    two.join()
    #expect(log.all == ["+m"])
    #expect(moved.context.currentPhase == .active)
    #expect(second.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func whoWatchesWhatHasJoinedAnotherTreeIsToldOfWhatWasChangedBefore() {
    let moved = Kid("moved")
    let (from, to) = (Kid("from", kids: [moved]), Kid("to"))
    let (anchor, other) = (Anchor(from.context), Anchor(to.context))
    let (isDelivering, mayGoOn) = (Gate(), Gate())
    let slow = from.context.observe(Item.count) { _ in
      isDelivering.open()
      mayGoOn.wait()
    }
    let told = Log()
    let watch = moved.context.observe(Item.count) { told.add("\($0.newValue(as: Item.count))") }
    let thread = OtherThread { from.count = 1 }
    isDelivering.wait()
    moved.count = 5
    from.kids = []
    to.kids = [moved]
    mayGoOn.open()
    // The list of observers changes under the lock of the new tree, while the thread takes it.
    for _ in 0..<1_000 { moved.context.observe(Item.count) { _ in }.cancel() }
    thread.join()
    #expect(told.all == ["5"])
    withExtendedLifetime((anchor, other, slow, watch)) {}
  }
}
