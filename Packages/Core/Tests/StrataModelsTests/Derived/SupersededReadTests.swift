import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Computations that hold a model which another thread removes meanwhile.
@Suite struct SupersededReadTests {
  @Test func aReadThatTheLibraryRestartsIsNoMistake() {
    let isFirst = Atomic(true)
    let table = Table().withAnchor()
    let sum = {
      table.node.memoize(for: "sum") { () -> Int in
        table.items.reduce(0) { sum, item in
          if isFirst.exchange(false, ordering: .relaxed) {
            onThreads(1) { _ in table.items = [Counter()] }
          }
          return sum + item.count + 1
        }
      }
    }
    let found = reports { #expect(sum() == 1) }
    #expect(found == [])
  }

  @Test func aReadOfAHandleFromElsewhereIsStillReported() {
    let table = Table().withAnchor()
    let former = table.items[0]
    table.items = []
    let found = reports { _ = table.node.memoize(for: "former") { former.count } }
    #expect(found.count == 1)
  }
}

/// A list of counters, with one at first.
private struct Table: Model {
  static let modelLayout = ModelLayout<Table>("Table") { $0.slot("items", \.items) }
  var modelNode = ModelNode<Table>()

  var items: [Counter] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: [Counter()]) }
}
