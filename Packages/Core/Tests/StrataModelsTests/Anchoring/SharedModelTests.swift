import StrataModels
import Testing

/// One model in several slots of a tree.
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

  @Test func saysWhetherItHasOnePlaceAndTellsOfIt() {
    let shared = Spot("shared")
    let root = Spot("root", kids: [Spot("one", kids: [shared]), Spot("other")]).withAnchor()
    let alone = Watched { shared.node.isUniquelyReferenced }
    #expect(alone.value)
    root.kids[1].kids = [shared]
    #expect(alone.hasChanged)
    let together = Watched { shared.node.isUniquelyReferenced }
    #expect(!together.value)
    root.kids[0].name = "renamed"
    #expect(!together.hasChanged)
    root.kids[0].kids = []
    #expect(together.hasChanged)
    #expect(shared.node.isUniquelyReferenced)
    #expect(root.node.isUniquelyReferenced)
  }

  @Test func isActivatedOnceWhereItsPlacesJoinTogether() {
    let log = Log()
    let shared = Logged("s", log, child: Logged("t", log))
    let root = Logged(
      "r",
      log,
      child: Logged("a", log, child: shared),
      children: [Logged("b", log, child: shared), Logged("c", log, children: [shared])]
    ).withAnchor()
    #expect(log.entries == ["R", "A", "S", "T", "B", "C"])
    root.child = nil
    root.children.removeFirst()
    #expect(!log.entries.contains("s"))
    root.children = []
    #expect(log.entries.suffix(3) == ["c", "s", "t"])
  }
}
