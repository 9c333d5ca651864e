import StrataModels
import Testing

/// A transaction that puts a removed model back, and uses it before it ends.
@Suite struct PutBackTests {
  @Test func theTransactionWritesWhatItHasPutBack() {
    let counter = Counter()
    let shelf = Racks([counter])
    shelf.items = []
    let found = reports {
      shelf.node.transaction {
        shelf.items = [counter]
        #expect(shelf.items[0].count == 0)
        shelf.items[0].count = 5
        shelf.items[0].count += 1
        #expect(shelf.items[0].count == 6)
      }
    }
    #expect(found == [])
    #expect(shelf.items[0].count == 6)
    #expect(counter.node.context.isLive)
  }

  @Test func theTransactionWritesWhatItHasPutBackWhileTheRemovalIsDelivered() {
    let counter = Counter()
    let shelf = Racks([counter])
    shelf.node.onChange(of: shelf.items.count, initial: false) { _, count in
      guard count == 0 else { return }
      #expect(counter.node.context.workplace.phase == .sealed)
      shelf.node.transaction {
        shelf.items = [counter]
        shelf.items[0].count = 5
        #expect(shelf.items[0].count == 5)
      }
    }
    #expect(reports { shelf.items = [] } == [])
    #expect(shelf.items.map(\.count) == [5])
    #expect(counter.node.context.isLive)
  }

  @Test func theTransactionWritesBelowWhatItHasPutBack() {
    let census = Census()
    let (root, outer) = (
      Branch(key: 0, census: census).withAnchor(), Branch(key: 1, census: census)
    )
    let inner = Branch(key: 2, census: census)
    outer.list = [Branch(key: 3, census: census), inner]
    root.single = outer
    root.node.onChange(of: root.single == nil, initial: false) { _, isEmpty in
      guard isEmpty else { return }
      root.node.transaction {
        root.single = outer
        inner.value = 5
        #expect(inner.value == 5)
      }
    }
    #expect(reports { root.single = nil } == [])
    #expect(root.single?.list.last?.value == 5)
    #expect(inner.node.context.isLive)
  }

  @Test func aModelThatIsNotPutBackStillRefuses() {
    let (kept, lost) = (Counter(), Counter())
    let shelf = Racks([kept, lost])
    shelf.items = []
    let found = reports {
      shelf.node.transaction {
        shelf.items = [kept]
        lost.count = 5
      }
    }
    #expect(lost.count == 0)
    #expect(found.count == 1)
  }

  @Test func aWriteOutsideTheTransactionStillRefuses() {
    let counter = Counter()
    let shelf = Racks([counter])
    shelf.items = []
    shelf.node.transaction { shelf.items = [counter] }
    shelf.items = []
    let found = reports { counter.count = 5 }
    #expect(counter.count == 0)
    #expect(found.count == 1)
  }
}

/// A list of counters in a tree.
private struct Racks {
  let root: Holder

  init(_ counters: [Counter]) { root = Holder(counters).withAnchor() }

  var node: ModelNode<Holder> { root.node }

  var items: [Counter] {
    get { root.items }
    nonmutating set { root.items = newValue }
  }

  struct Holder: Model {
    static let modelLayout = ModelLayout<Holder>("Holder") { $0.slot("items", \.items) }
    var modelNode = ModelNode<Holder>()

    var items: [Counter] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }

    init(_ items: [Counter]) { modelNode.initialize(0, to: items) }
  }
}
