import StrataModels
import Testing

/// Values that are computed from models whose new incarnation begins in the transaction that writes them.
@Suite struct RevivedSourceTests {
  private struct Row: Model {
    static let modelLayout = ModelLayout<Row>("Row") {
      $0.slot("number", \.number)
      $0.slot("rows", \.rows)
    }
    var modelNode = ModelNode<Row>()

    var number: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    var rows: [Row] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }

    init(_ number: Int = 0) {
      modelNode.initialize(0, to: number)
      modelNode.initialize(1, to: [] as [Row])
    }

    var tenfold: Int { node.memoize(for: "tenfold") { number * 10 } }
    var total: Int { node.memoize(for: "total") { number + rows.reduce(0) { $0 + $1.total } } }
  }

  @Test func theFirstWriteAfterTheTransactionIsSeen() {
    let root = Row().withAnchor()
    let (first, second, third) = (Row(1), Row(2), Row(3))
    root.rows = [first, second]
    #expect(second.tenfold == 20)
    root.node.transaction {
      first.rows.append(third)
      second.number = 5
      root.rows.removeLast()
      third.rows.append(second)
    }
    #expect(second.tenfold == 50)
    second.number = 6
    #expect(second.tenfold == 60)
    #expect(root.total == 10)
    withExtendedLifetime(root) {}
  }

  @Test func theFirstWriteAfterARestorationIsSeen() {
    let root = Row().withAnchor()
    let recorder = StateRecorder(of: root)
    let first = Row(1)
    root.rows.append(first)
    #expect(root.total == 1)
    first.number += 1
    #expect(root.total == 2)
    first.rows.append(Row(3))
    #expect(root.total == 5)
    if let early = recorder.records.first, let late = recorder.records.last {
      recorder.restore(early.id)
      #expect(root.total == 0)
      recorder.restore(late.id)
      #expect(root.total == 5)
    }
    first.rows.append(Row(1))
    #expect(root.total == 6)
    withExtendedLifetime(root) {}
  }
}
