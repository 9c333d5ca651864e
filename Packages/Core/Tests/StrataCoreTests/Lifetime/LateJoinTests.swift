import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct LateJoinTests {
  @Test func whatIsBelowAChildThatAnotherThreadHasActivatedIsActivated() {
    let log = Log()
    let root = Kid.loud("r")
    let thread = Locked<OtherThread?>(nil, rank: .leaf)
    let (hasSettled, mayGoOn) = (Gate(), Gate())
    // While this thread activates the root, another inserts a child below it. The child's children are looked for after the
    // child has joined.
    let onActivate: @Sendable (Kid) -> Void = { kid in
      guard kid.name == "r" else { return }
      let other = OtherThread {
        let grandchild = Kid.loud("g")
        let child = Kid.loud("c", kids: [grandchild])
        let stop: @Sendable (Context) -> Void = { visited in
          guard visited === grandchild.context, child.context.isLive else { return }
          hasSettled.open()
          mayGoOn.wait()
        }
        Hooked.$log.withValue(log) {
          Hooked.$onVisit.withValue(stop) { kid.kids = [child] }
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
    let (first, second) = (Kid("first", kids: [moved]), Kid("second", kids: [moved]))
    let (firstStops, firstGoesOn) = (Gate(), Gate())
    let (secondStops, secondGoesOn) = (Gate(), Gate())
    let child = Kid()
    let twice = Kid(kids: [child, child])
    let one = OtherThread {
      ReportSink.withHandler({ _ in
        firstStops.open()
        firstGoesOn.wait()
      }) {
        // It has taken the moved one over before it reports that a child is there twice.
        root.kids = [first, twice]
      }
    }
    firstStops.wait()
    let last = Kid()
    let two = OtherThread {
      let stop: @Sendable (Context) -> Void = { visited in
        guard visited === last.context, second.context.isLive else { return }
        secondStops.open()
        secondGoesOn.wait()
      }
      // It has taken nothing over yet when it looks for the children of the child before.
      Hooked.$onVisit.withValue(stop) { root.kids = [Kid(kids: [last]), second] }
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
