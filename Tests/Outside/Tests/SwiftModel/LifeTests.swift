import Strata
import StrataDependencies
import Testing

@Model struct Parent {
  var child = Leaf(name: "c")
  var maybe: Leaf?
  var leaves: [Leaf] = []
  var branches: [Branch] = []
  var note = ""

  func onActivate() {
    node.log.add("P")
    node.onCancel { node.log.add("p") }
  }
}

/// When models begin and end.
struct LifeTests {
  let log = Log()

  func parent(_ make: () -> Parent = { Parent() }) -> Parent {
    make().withAnchor { $0.log = log }
  }

  @Test func parentsBeginBeforeTheirChildren() {
    let model = parent {
      Parent(maybe: Leaf(name: "m"), leaves: [Leaf(name: "x"), Leaf(name: "y")])
    }
    #expect(log.take() == "PCMXY")
    withExtendedLifetime(model) {}
  }

  @Test func theParentsWorkEndsFirst() {
    do {
      let model = parent { Parent(leaves: [Leaf(name: "x")]) }
      #expect(log.take() == "PCX")
      withExtendedLifetime(model) {}
    }
    #expect(log.take().hasPrefix("p"))
  }

  @Test func everythingThatBeganEnds() {
    do {
      let model = parent { Parent(maybe: Leaf(name: "m"), leaves: [Leaf(name: "x")]) }
      model.leaves.append(Leaf(name: "y"))
      withExtendedLifetime(model) {}
    }
    #expect(Set(log.text) == Set("PCMXYpcmxy"))
    #expect(log.text.count == 10)
  }

  @Test func aReplacedChildEndsBeforeTheNewOneBegins() {
    let model = parent { Parent(maybe: Leaf(name: "a")) }
    log.clear()
    model.maybe = Leaf(name: "b")
    #expect(log.take() == "aB")
    model.maybe = nil
    #expect(log.take() == "b")
  }

  @Test func theSameModelAgainIsNoChange() {
    let model = parent { Parent(maybe: Leaf(name: "a")) }
    log.clear()
    let same = model.maybe
    model.maybe = same
    #expect(log.take() == "")
  }

  @Test func movingInAListGoesOnLiving() {
    let model = parent { Parent(leaves: ["x", "y", "z"].map { Leaf(name: $0) }) }
    log.clear()
    model.leaves.reverse()
    model.leaves.swapAt(0, 1)
    #expect(log.take() == "")
    #expect(Set(model.leaves.map(\.name)) == ["x", "y", "z"])
  }

  @Test func removingAndAddingAgainIsANewLife() {
    let model = parent { Parent(leaves: [Leaf(name: "x")]) }
    let leaf = model.leaves[0]
    leaf.value = 7
    log.clear()
    model.leaves = []
    model.leaves = [leaf]
    #expect(log.take() == "xX")
    #expect(model.leaves[0].value == 7)
  }

  @Test func movingBetweenPropertiesInATransactionGoesOnLiving() {
    let model = parent { Parent(leaves: [Leaf(name: "x")]) }
    log.clear()
    model.node.transaction {
      let leaf = model.leaves.removeLast()
      model.maybe = leaf
    }
    #expect(log.take() == "")
    #expect(model.maybe?.name == "x")
  }

  @Test func aTransactionThatTakesOutAndPutsBackChangesNothing() {
    let model = parent { Parent(leaves: [Leaf(name: "x")]) }
    log.clear()
    model.node.transaction {
      let leaf = model.leaves.removeLast()
      model.leaves.append(leaf)
    }
    #expect(log.take() == "")
  }

  @Test func aWholeBranchEndsWithItsChildren() {
    let model = parent {
      Parent(branches: [Branch(id: 1, one: Leaf(name: "x"), many: [Leaf(name: "y")])])
    }
    log.clear()
    model.branches.removeAll()
    #expect(log.take() == "bxy")
  }

  @Test func elementsWithAnIdOfTheirOwnContinue() {
    let model = parent {
      Parent(branches: [Branch(id: 1, name: "old"), Branch(id: 2, name: "two")])
    }
    log.clear()
    model.branches = [Branch(id: 2, name: "new"), Branch(id: 3, name: "three")]
    #expect(model.branches.map(\.name) == ["two", "three"])
    #expect(log.take() == "oldTHREE")
  }

  @Model struct Root {
    var leaves: [Leaf] = []
    func onActivate() {
      node.log.add("R")
      leaves.append(Leaf(name: "x"))
    }
  }

  @Test func aChildAddedInOnActivateBegins() {
    let root = Root().withAnchor { $0.log = log }
    #expect(log.take() == "RX")
    #expect(root.leaves.count == 1)
  }

  @Test func onActivateRunsOncePerLife() {
    let model = parent { Parent(maybe: Leaf(name: "m")) }
    for _ in 0..<5 { model.note += "x" }
    #expect(log.take() == "PCM")
  }

  @Test func setupRunsBeforeAndActivationAfter() {
    let model = Leaf(name: "m")
      .withActivation { _ in log.add("2") }
      .withSetup { _ in log.add("1") }
      .withAnchor { $0.log = log }
    #expect(log.take() == "1M2")
    withExtendedLifetime(model) {}
  }

  @Test func anAnchorMayBeHeldApart() {
    let (model, anchor) = parentParts()
    #expect(model.child.name == "c")
    withExtendedLifetime(anchor) {}
  }

  func parentParts() -> (Parent, ModelAnchor) {
    Parent().returningAnchor { $0.log = log }
  }

  @Test func releasingTheAnchorEndsTheTree() {
    var parts: (Parent, ModelAnchor)? = parentParts()
    let model = parts?.0
    log.clear()
    parts = nil
    #expect(log.take() == "pc")
    _ = model
  }

  @Test func aCopyOfTheHandleSharesTheState() {
    let model = parent()
    let copy = model
    copy.note = "x"
    #expect(model.note == "x")
    #expect(model.isSameModel(as: copy))
  }

  @Test func aValueThatWasAddedIsALiveHandle() {
    let model = parent()
    let leaf = Leaf(name: "x")
    model.leaves.append(leaf)
    leaf.value = 4
    #expect(model.leaves[0].value == 4)
  }

  @Test func aFrozenCopyStaysAsItWas() {
    let model = parent { Parent(leaves: [Leaf(name: "x")]) }
    let frozen = model.frozenCopy
    model.note = "changed"
    model.leaves[0].value = 9
    #expect(frozen.note == "")
    #expect(frozen.leaves[0].value == 0)
  }

  @Test func childrenOfAFrozenCopyHaveTheirIds() {
    let model = parent { Parent(leaves: [Leaf(name: "x")]) }
    #expect(model.frozenCopy.leaves.map(\.id) == model.leaves.map(\.id))
  }

  @Test func automaticIdsAreUniqueAndStay() {
    let one = Leaf(name: "x")
    let two = Leaf(name: "x")
    #expect(one.id != two.id)
    let id = one.id
    let model = parent { Parent(leaves: [one, two]) }
    #expect(model.leaves[0].id == id)
  }

  @Test func lastHandlersReachTheDependencyOfTheirPlace() {
    let inner = Log()
    let model = parent { Parent(maybe: Leaf(name: "m").withDependencies { $0.log = inner }) }
    #expect(inner.take() == "M")
    model.maybe = nil
    #expect(inner.take() == "m")
    #expect(!log.text.contains("m"))
  }

  @Model struct Counting {
    var count = 0
    func onActivate() { node.onCancel { node.log.add("\(count)") } }
  }

  @Model struct Holder { var counting: Counting? }

  @Test func lastHandlersReachTheState() {
    let holder = Holder(counting: Counting()).withAnchor { $0.log = log }
    holder.counting?.count = 12
    holder.counting = nil
    #expect(log.take() == "12")
  }

  @Test func aThousandRowsBeginAndEnd() {
    let model = parent()
    log.clear()
    model.leaves = (0..<1_000).map { Leaf(name: "\($0 % 10 == 0 ? "x" : "y")") }
    #expect(log.take().count == 1_000)
    model.leaves.removeAll()
    #expect(log.take().count == 1_000)
  }

  @Model struct Watched {
    var before: [Int] = []
    var after: [Int] = []
    var value = 0 {
      willSet { before.append(newValue) }
      didSet { after.append(oldValue) }
    }
  }

  @Test func willSetAndDidSetRunOncePerWrite() {
    let model = Watched().withAnchor()
    model.value = 1
    model.value += 2
    #expect(model.before == [1, 3])
    #expect(model.after == [0, 1])
  }
}
