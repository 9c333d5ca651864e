import Testing

@testable import StrataStores

/// The work that a thread defers to the end of its changes.
@Suite struct StoreThreadWorkTests {
  @Test func workThatIsDeferredToTheEndOfChangesIsDoneAtOnceOutsideOfOne() {
    let (thread, done) = (StoreThread.current, Recorded<String>())
    thread.whenIdle { done.append("outside") }
    #expect(done.elements == ["outside"])
    thread.withoutDelivery {
      thread.withoutDelivery { thread.whenIdle { done.append("inside") } }
      #expect(done.elements == ["outside"])
    }
    #expect(done.elements == ["outside", "inside"])
  }
}
