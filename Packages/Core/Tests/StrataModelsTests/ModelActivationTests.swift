import StrataModels
import Testing

@Suite struct ModelActivationTests {
  @Test func activatesParentsBeforeChildren() {
    let log = Log()
    let root = Logged(
      "p",
      log,
      child: Logged("c", log, child: Logged("d", log)),
      children: [Logged("e", log)]
    )
    #expect(log.entries.isEmpty)
    withExtendedLifetime(root.withAnchor()) {}
    #expect(log.entries == ["P", "C", "D", "E", "p", "c", "d", "e"])
  }

  @Test func endsAReplacedChildBeforeItsSuccessorBegins() {
    let log = Log()
    do {
      let root = Logged("p", log, child: Logged("c0", log)).withAnchor()
      root.child = Logged("c1", log)
    }
    #expect(log.entries == ["P", "C0", "c0", "C1", "p", "c1"])
  }

  @Test func activatesOncePerLife() {
    let log = Log()
    let root = Logged("p", log).withAnchor()
    let child = Logged("c", log)
    root.child = child
    root.child = child
    #expect(log.entries == ["P", "C"])
    root.child = nil
    root.child = child
    #expect(log.entries == ["P", "C", "c", "C"])
  }

  @Test func reorderingKeepsLives() {
    let log = Log()
    let root = Logged("p", log, children: ["a", "b", "c"].map { Logged($0, log) }).withAnchor()
    root.children.reverse()
    root.children.swapAt(0, 1)
    #expect(log.entries == ["P", "A", "B", "C"])
    #expect(root.children.map(\.name) == ["b", "c", "a"])
  }

  @Test func moveWithinATransactionKeepsTheLife() {
    let log = Log()
    let root = Logged("p", log, children: ["a", "b"].map { Logged($0, log) }).withAnchor()
    root.node.transaction {
      let first = root.children.removeFirst()
      root.child = first
    }
    #expect(log.entries == ["P", "A", "B"])
    #expect(root.child?.name == "a")
  }

  @Test func childrenAddedInActivationAreToldAfterTheirParent() {
    struct Parent: Model {
      static let modelLayout = ModelLayout<Parent>("Parent") { $0.slot("kids", \.kids) }
      var modelNode = ModelNode<Parent>()
      let log: Log
      var kids: [Logged] {
        get { modelNode[0] }
        nonmutating set { modelNode[0] = newValue }
      }
      init(_ log: Log) {
        self.log = log
        modelNode.initialize(0, to: [Logged]())
      }
      func onActivate() {
        log.add("begin")
        kids = [Logged("k", log)]
        log.add("end")
      }
    }
    let log = Log()
    let parent = Parent(log).withAnchor()
    #expect(log.entries == ["begin", "end", "K"])
    #expect(parent.kids.count == 1)
  }

  @Test func changingTheCaseOfAContainerEndsThePayload() {
    let log = Log()
    let listing = Listing().withAnchor()
    listing.path = .logged(Logged("a", log), title: "x")
    listing.path = .counter(Counter(count: 3))
    #expect(log.entries == ["A", "a"])
    guard case .counter(let counter) = listing.path else {
      Issue.record("the case was not changed")
      return
    }
    counter.increment()
    #expect(counter.count == 4)
  }
}
