import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct ContextLifeTests {
  /// Runs a closure with the log that loud contexts write to.
  private func logging(_ body: (Log) -> Void) {
    let log = Log()
    Hooked.$log.withValue(log) { body(log) }
  }

  /// Its rank is that of the parent, and not of the property.
  @Test func aParentThatContainsAChildInAnotherPropertyKeepsItsRank() {
    let (first, second) = (Kid("first"), Kid("second"))
    let root = Kid("root", kids: [first, second])
    let anchor = Anchor(root.context)
    let kid = Kid("kid")
    root.only = kid
    first.only = kid
    second.kids = [kid]
    first.kids = [kid]
    root.kids.append(kid)
    root.only = nil
    #expect(kid.context.parent === root.context)
    first.only = nil
    root.kids.removeLast()
    #expect(kid.context.parent === first.context)
    first.kids = []
    #expect(kid.context.parent === second.context)
    second.kids = []
    #expect(!kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func parentsAreActivatedBeforeChildrenInDeclaredOrder() {
    logging { log in
      let root = Kid.loud(
        "r",
        kids: [.loud("a", kids: [.loud("a1"), .loud("a2")]), .loud("b", kids: [.loud("b1")])]
      )
      root.only = .loud("o")
      let anchor = Anchor(root.context)
      #expect(log.take() == ["+r", "+a", "+a1", "+a2", "+b", "+b1", "+o"])
      withExtendedLifetime(anchor) {}
    }
  }

  /// The layout has nothing to activate, so that the child can become active when it joins.
  @Test func aChildWithoutHooksIsNotActiveBeforeItsParent() {
    logging { log in
      let leaf = Kid(context: Context(layout: Layout(name: "Leaf", slots: [.value("n", Int.self)])))
      leaf.context.initialize(Item.count, to: 0)
      let root = Kid.loud("r", kids: [leaf])
      Hooked.$onActivate.withValue({ kid in log.add("\(kid.kids.map(\.context.currentPhase))") }) {
        let anchor = Anchor(root.context)
        #expect(log.take() == ["+r", "[StrataCore.ContextPhase.attached]"])
        #expect(leaf.context.currentPhase == .active)
        root.kids = []
        withExtendedLifetime(anchor) {}
      }
    }
  }

  @Test func aReplacedChildEndsBeforeItsSuccessorBegins() {
    logging { log in
      let root = Kid.loud("P")
      root.only = .loud("C0")
      var anchor: Anchor? = Anchor(root.context)
      root.only = .loud("C1")
      withExtendedLifetime(anchor) {}
      anchor = nil
      #expect(log.all == ["+P", "+C0", "-C0", "+C1", "-P", "-C1"])
    }
  }

  @Test func aParentEndsBeforeItsChildren() {
    logging { log in
      let root = Kid.loud("r", kids: [.loud("a", kids: [.loud("a1")]), .loud("b")])
      var anchor: Anchor? = Anchor(root.context)
      _ = log.take()
      withExtendedLifetime(anchor) {}
      anchor = nil
      #expect(log.take() == ["-r", "-a", "-a1", "-b"])
    }
  }

  @Test func aReorderKeepsContexts() {
    logging { log in
      let root = Kid.loud("r", kids: ["a", "b", "c", "d"].map { .loud($0) })
      let anchor = Anchor(root.context)
      _ = log.take()
      root.kids.reverse()
      root.kids.swapAt(0, 2)
      root.kids.shuffle()
      #expect(log.take() == [])
      #expect(!root.kids.contains { !$0.context.isLive })
      root.kids.removeAll { $0.name == "b" }
      #expect(log.take() == ["-b"])
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func theSameIdentityContinuesTheLife() {
    logging { log in
      let root = Kid.loud("r", kids: [.loud("a:"), .loud("b")])
      let anchor = Anchor(root.context)
      let (a, b) = (root.kids[0].context, root.kids[1].context)
      _ = log.take()
      root.kids = [.loud("c"), .loud("a:2")]
      #expect(root.kids[1].context === a)
      #expect(log.take() == ["-b", "+c"])
      #expect(!b.isLive)
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func whatTheActivationAddsIsActivatedAfterIt() {
    logging { log in
      Hooked.$onActivate.withValue({ kid in
        if kid.name == "r" { kid.kids.append(.loud("new")) }
        if kid.name == "a" { kid.count = 7 }
      }) {
        let root = Kid.loud("r", kids: [.loud("a")])
        let anchor = Anchor(root.context)
        #expect(log.take() == ["+r", "+a", "+new"])
        #expect(root.kids[0].count == 7)
        withExtendedLifetime(anchor) {}
      }
    }
  }

  @Test func aChildThatTheActivationRemovesNeverBegins() {
    logging { log in
      Hooked.$onActivate.withValue({ kid in if kid.name == "r" { kid.kids = [] } }) {
        let root = Kid.loud("r", kids: [.loud("a", kids: [.loud("a1")])])
        let anchor = Anchor(root.context)
        #expect(log.take() == ["+r"])
        withExtendedLifetime(anchor) {}
      }
    }
  }

  @Test func aSharedChildLivesUntilTheLastParentGoes() {
    logging { log in
      let shared = Kid.loud("s")
      let (one, two) = (Kid.loud("1", kids: [shared]), Kid.loud("2", kids: [shared]))
      let root = Kid.loud("r", kids: [one, two])
      let anchor = Anchor(root.context)
      #expect(log.take() == ["+r", "+1", "+s", "+2"])
      root.kids.removeFirst()
      #expect(log.take() == ["-1"])
      #expect(shared.context.isLive)
      shared.count = 3
      root.kids.removeFirst()
      #expect(log.take() == ["-2", "-s"])
      #expect(!shared.context.isLive)
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func aParentThatHasGivenUpASharedChildDoesNotListIt() {
    let kid = Kid("kid")
    let parents = [Kid("a", kids: [kid]), Kid("b", kids: [kid])]
    let anchor = Anchor(Kid("root", kids: parents).context)
    func isListed(by parent: Kid) -> Bool {
      let lock = parent.context.lock()
      defer { lock.unlock() }
      return parent.context.linkedChildren.contains { $0 === kid.context }
    }
    #expect(parents.map(isListed) == [true, true])
    parents[1].kids = []
    #expect(parents.map(isListed) == [true, false])
    #expect(kid.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func aChildInTwoSlotsOfOneParentEndsOnce() {
    logging { log in
      let shared = Kid.loud("s", kids: [.loud("t")])
      weak let weakShared = shared.context
      let parent = Kid.loud("p", kids: [shared])
      parent.only = shared
      let root = Kid.loud("r", kids: [parent])
      let anchor = Anchor(root.context)
      #expect(log.take() == ["+r", "+p", "+s", "+t"])
      parent.kids = []
      #expect(log.take() == [])
      parent.kids = [shared]
      root.kids = []
      #expect(log.take() == ["-p", "-s", "-t"])
      #expect(weakShared?.isLive == false)
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func aContextThatComesBackBeginsANewLife() {
    let log = Log()
    let layout = Layout(
      name: "Plain",
      slots: [.value("name", String.self), .container("kids", [Kid].self)],
      hooks: PlainHooks(log: log)
    )
    let name = layout.slot(0, as: String.self)
    let kids = layout.slot(1, as: [Kid].self)
    func make(_ text: String) -> Kid {
      let context = Context(layout: layout)
      context.initialize(name, to: text)
      context.initialize(container: kids, to: [])
      return Kid(context: context)
    }
    let leafLayout = Layout(
      name: "Leaf",
      slots: [.value("name", String.self)],
      hooks: PlainHooks(log: log)
    )
    let leafContext = Context(layout: leafLayout)
    leafContext.initialize(name, to: "leaf")
    let leaf = Kid(context: leafContext)
    let root = make("root")
    root.context[container: kids].append(leaf)
    let anchor = Anchor(root.context)
    for _ in 0..<3 {
      let row = root.context[container: kids].removeLast()
      #expect(!row.context.isLive)
      root.context[container: kids].append(row)
      #expect(row.context.isLive)
      #expect(reports { row.context[name] += "'" } == [])
    }
    #expect(leafContext[name] == "leaf'''")
    #expect(
      log.take() == ["+root", "+leaf", "-leaf", "+leaf", "-leaf", "+leaf'", "-leaf'", "+leaf''"]
    )
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextMayMoveToAnotherTreeOnceItHasLeft() {
    let layout = Layout(name: "Plain", slots: [.value("count", Int.self)])
    let count = layout.slot(0, as: Int.self)
    let leaf = Context(layout: layout)
    leaf.initialize(count, to: 0)
    let (one, two) = (Kid("1", kids: [Kid(context: leaf)]), Kid("2"))
    let anchors = [Anchor(one.context), Anchor(two.context)]
    let found = reports {
      one.kids = []
      two.kids = [Kid(context: leaf)]
      leaf[count] += 1
    }
    #expect(found == [])
    #expect(leaf.isLive)
    let lonely = Kid(context: leaf)
    two.kids = []
    let third = Anchor(lonely.context)
    #expect(leaf.isLive)
    #expect(leaf[count] == 1)
    withExtendedLifetime((anchors, third)) {}
  }

  @Test func deepTreesNeedNoStack() {
    func makeChain(_ depth: Int) -> Kid {
      var kid = Kid("leaf")
      for _ in 0..<depth { kid = Kid(kids: [kid]) }
      return kid
    }
    // Never anchored: freed by `deinit` alone.
    var chain: Kid? = makeChain(100_000)
    weak var root = chain?.context
    chain = nil
    #expect(root == nil)
    // Anchored, activated and ended.
    let kid = makeChain(100_000)
    root = kid.context
    var anchor: Anchor? = Anchor(kid.context)
    var depth = 0
    var next: Kid? = kid
    while let here = next {
      depth += 1
      next = here.kids.first
    }
    #expect(depth == 100_001)
    withExtendedLifetime(anchor) {}
    anchor = nil
    #expect(!kid.context.isLive)
    #expect(kid.kids.isEmpty)
  }

  @Test func nothingIsLeftWhenTheAnchorIsGone() {
    final class Witness: Sendable {}
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    var contexts: [WeakContext] = []
    do {
      let root = Kid("root")
      // A callback that captures the parent, and one that captures the child itself.
      for number in 0..<10 {
        let kid = Kid("\(number)") { [witness] in
          _ = root.count
          withExtendedLifetime(witness) {}
        }
        kid.context[Item.optionalAction] = { kid.count += 1 }
        kid.kids = [Kid("grandchild") { kid.count += 1 }]
        root.kids.append(kid)
        contexts.append(WeakContext(kid.context))
        contexts.append(WeakContext(kid.kids[0].context))
      }
      contexts.append(WeakContext(root.context))
      witness = nil
      let anchor = Anchor(root.context)
      root.kids.removeLast(3)
      let removed = root.kids.removeLast()
      #expect(reports { _ = removed.count }.count == 1)
      withExtendedLifetime(anchor) {}
    }
    #expect(!contexts.contains { $0.context != nil })
    #expect(weakWitness == nil)
  }

  @Test func aValueThatIsChangedWhileItsContextEndsIsReleasedAfterwards() {
    weak var left: Context?
    do {
      let kid = Kid("kid", kids: [Kid("inner")])
      left = kid.kids[0].context
      let root = Kid(kids: [kid])
      let anchor = Anchor(root.context)
      func change(_ kids: inout [Kid]) {
        root.kids = []
        #expect(!kid.context.isLive)
        #expect(kids.count == 1)
        kids.append(Kid("late"))
      }
      change(&kid.kids)
      #expect(kid.kids.isEmpty)
      withExtendedLifetime(anchor) {}
    }
    #expect(left == nil)
  }

  /// A handle and nothing else.
  private struct Bare: ContextContainer {
    static var contents: ContainerContents { .handle }
    var context: Context
    func forEachContext(_ body: (Context) -> Void) { body(context) }
    mutating func replaceContexts(_ replacement: (Context) -> Context?) {
      if let other = replacement(context) { context = other }
    }
  }

  @Test func aChildThatIsAddedWhileItsParentEndsIsReleasedAfterwards() {
    let items = Slot<[Bare]>(uncheckedIndex: 0)
    let owner = Context(
      layout: Layout(name: "Owner", slots: [.container("items", [Bare].self)])
    )
    owner.initialize(container: items, to: [])
    let root = Kid(kids: [Kid(context: owner)])
    let anchor = Anchor(root.context)
    weak var added: Context?
    func change(_ items: inout [Bare]) {
      root.kids = []
      let item = Bare(context: Kid().context)
      added = item.context
      items.append(item)
    }
    change(&owner[container: items])
    #expect(!owner.isLive && owner[container: items].isEmpty)
    #expect(added == nil)
    withExtendedLifetime(anchor) {}
  }
}

/// A reference that does not retain its context.
struct WeakContext {
  weak let context: Context?

  init(_ context: Context) { self.context = context }
}

/// Logs, by the first slot's text, activation and end.
struct PlainHooks: ContextHooks {
  let log: Log

  func activate(_ context: Context) {
    let name = context[Slot<String>(uncheckedIndex: 0)]
    let log = log
    log.add("+\(name)")
    context.work.onCancel { log.add("-\(name)") }
  }

  func identity(of context: Context) -> AnyHashable? { nil }

  var keepsHandles: Bool { false }
}
