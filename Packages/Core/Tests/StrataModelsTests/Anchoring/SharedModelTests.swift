import StrataModels
import Testing

/// One model at several places of a tree.
@Suite struct SharedModelTests {
  @Test func livesOnceUntilItsLastPlaceGoes() {
    let log = Log()
    let shared = Logged("s", log)
    let root = Logged("r", log, child: Logged("a", log, child: shared), children: [shared])
      .withAnchor()
    #expect(log.entries.filter { $0 == "S" }.count == 1)
    root.child = nil
    #expect(!log.entries.contains("s"))
    #expect(shared.node.context.isLive)
    root.children = []
    #expect(log.entries.last == "s")
    #expect(!shared.node.context.isLive)
  }

  @Test func receivesAnEventOnce() async {
    let log = Log()
    let shared = Logged("s", log)
    let (root, anchor) = Logged("r", log, child: shared, children: [shared]).returningAnchor()
    let pings = shared.node.event(ofType: Logged.Event.self)
    root.node.send(.ping, to: .descendants)
    shared.node.send(.ping)
    _ = consume anchor
    var count = 0
    for await _ in pings { count += 1 }
    #expect(count == 2)
    withExtendedLifetime(root) {}
  }
}
