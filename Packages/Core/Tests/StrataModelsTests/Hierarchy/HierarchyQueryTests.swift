import StrataCore
import StrataModels
import Testing

@Suite struct HierarchyQueryTests {
  private func names(_ node: ModelNode<Spot>, _ relation: ModelRelation) -> [String] {
    node.mapHierarchy(for: relation) { ($0 as? Spot)?.name }
  }

  @Test func asksWhomTheRelationNames() {
    let c = Spot("c", kids: [Spot("d"), Spot("e")])
    let a = Spot("a", kids: [Spot("b", kids: [c]), Spot("f")], favourite: Spot("g")).withAnchor()
    let b = a.kids[0]
    #expect(names(c.node, .self) == ["c"])
    #expect(names(c.node, .parent) == ["b"])
    #expect(names(c.node, .ancestors) == ["b", "a"])
    #expect(names(a.node, .children) == ["b", "f", "g"])
    #expect(names(a.node, .descendants) == ["b", "c", "d", "e", "f", "g"])
    #expect(names(b.node, [.self, .ancestors, .descendants]) == ["b", "a", "c", "d", "e"])
    #expect(names(b.node, [.parent, .children]) == ["a", "c"])
    #expect(names(b.node, []) == [])
  }

  @Test func reducesAndSkipsWhatIsNil() throws {
    let a = Spot("a", kids: [Spot("bb"), Spot("ccc")]).withAnchor()
    let length = a.node.reduceHierarchy(
      for: .descendants,
      transform: { ($0 as? Spot).flatMap { $0.name.count > 2 ? $0.name.count : nil } },
      into: 100,
      { $0 += $1 }
    )
    #expect(length == 103)
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try a.node.mapHierarchy(for: .children) { _ -> Int? in throw Failure() }
    }
  }

  @Test func observesPropertiesAndStructure() {
    let leaf = Spot("leaf")
    let middle = Spot("middle", kids: [leaf])
    let root = Spot("root", kids: [middle]).withAnchor()
    let below = { Watched { root.node.mapHierarchy(for: .descendants) { ($0 as? Spot)?.name } } }
    let first = below()
    leaf.name = "renamed"
    #expect(first.hasChanged)
    let second = below()
    root.name = "other"
    #expect(!second.hasChanged)
    leaf.kids.append(Spot("new"))
    #expect(second.hasChanged)
    #expect(below().value == ["middle", "renamed", "new"])

    let above = Watched { leaf.node.mapHierarchy(for: .ancestors) { ($0 as? Spot)?.name } }
    leaf.kids = []
    #expect(!above.hasChanged)
    root.node.transaction {
      middle.kids = []
      root.favourite = leaf
    }
    #expect(above.hasChanged)
    #expect(leaf.node.mapHierarchy(for: .ancestors) { ($0 as? Spot)?.name } == ["other"])
  }

  @Test func asksEachModelOnceHoweverManyWaysLeadToIt() {
    // 30 levels of two, each a child of both of the level above: 2^30 ways lead to the last.
    var level = [Spot("0a"), Spot("0b")]
    for number in 1...30 {
      level = [Spot("\(number)a", kids: level), Spot("\(number)b", kids: level)]
    }
    let root = Spot("root", kids: level).withAnchor()
    let leaf = root.node.reduceHierarchy(
      for: .descendants,
      transform: { ($0 as? Spot)?.name == "0a" ? $0 as? Spot : nil },
      into: nil as Spot?,
      { $0 = $1 }
    )
    #expect(names(root.node, .descendants).count == 62)
    #expect(leaf.map { names($0.node, .ancestors).count } == 61)
    leaf?.node.preference.total = 1
    #expect(root.node.preference.total == 1)
    root.node.environment.theme = "dark"
    #expect(leaf?.node.environment.theme == "dark")
    let pings = leaf?.node.event(ofType: Int.self)
    root.node.send(1, to: .descendants)
    root.kids = []
    #expect(leaf.map { !$0.node.context.isLive } ?? false)
    withExtendedLifetime(pings) {}
  }

  @Test func modelsThatWereRefusedAreNotAsked() {
    let foreign = Spot("foreign").withAnchor()
    let root = Spot("root", kids: [Spot("kid")]).withAnchor()
    let found = reports {
      root.kids.append(foreign)
      root.kids[0].kids = [root]
    }
    #expect(found.count == 2)
    #expect(names(root.node, [.self, .descendants]) == ["root", "kid"])
  }

  @Test func modelsInNoTreeAreAskedToo() {
    let root = Spot("root", kids: [Spot("kid")])
    #expect(names(root.node, [.self, .descendants]) == ["root", "kid"])
    let log = Log()
    let logged = Logged("p", log, child: Logged("c", log))
    #expect(logged.node.mapHierarchy(for: .children) { ($0 as? Logged)?.name } == ["c"])
  }
}
