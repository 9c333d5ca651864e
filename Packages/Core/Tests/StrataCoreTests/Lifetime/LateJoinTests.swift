import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct LateJoinTests {
  @Test func whatIsBelowAChildThatAnotherThreadHasActivatedIsActivated() {
    let log = Log()
    let root = Kid.loud("r")
    let thread = Locked<OtherThread?>(nil, rank: .leaf)
    let (hasSettled, mayGoOn) = (Gate(), Gate())
    // While this thread activates the root, another puts a child below it; that the child is there
    // twice is reported between its joining and the joining of what is below it.
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
}
