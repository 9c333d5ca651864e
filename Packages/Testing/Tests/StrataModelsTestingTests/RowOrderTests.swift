import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

/// Writes that move the rows of a list, beside a plain list under the same writes.
@Suite struct RowOrderTests {
  enum Move: Sendable {
    case swap(Int, Int)
    case reverse
    case rotate
    /// Takes a row out and puts it back, by one change.
    case takeOutAndAppend(Int)

    func apply<Rows: MutableCollection & RangeReplaceableCollection & BidirectionalCollection>(
      to rows: inout Rows
    ) where Rows.Index == Int {
      switch self {
      case .swap(let one, let other): rows.swapAt(one, other)
      case .reverse: rows.reverse()
      case .rotate: rows.append(rows.removeFirst())
      case .takeOutAndAppend(let index): rows.append(rows.remove(at: index))
      }
    }

    static func random(_ next: (Int) -> Int) -> Move {
      switch next(4) {
      case 0: .swap(next(3), next(3))
      case 1: .reverse
      case 2: .rotate
      default: .takeOutAndAppend(next(3))
      }
    }
  }

  @Test func rowsThatAreInTheirOrderAgainNeedNoAssertion() async {
    let findings = await Findings.of {
      let (table, tester) = OrderedTable().andTester()
      table.rows.reverse()
      table.rows.reverse()
      withExtendedLifetime((table, tester)) {}
    }
    #expect(findings.messages == [])
  }

  /// Containers of models that cannot be compared.
  @Test func containersThatAreMovedNeedAnAssertion() async {
    let findings = await Findings.of {
      let sections = [Archive.Section(id: 1), Archive.Section(id: 2)]
      let (archive, _) = Archive(sections: sections).andTester()
      archive.sections.swapAt(0, 1)
    }
    #expect(findings.kinds == [.state])
  }

  @Test func aRowThatComesBackAtAnotherPositionNeedsOne() async {
    let findings = await Findings.of {
      let (table, tester) = OrderedTable().andTester()
      let first = table.rows.removeFirst()
      table.rows.append(first)
      withExtendedLifetime((table, tester)) {}
    }
    #expect(findings.kinds == [.state])
  }

  @Test(arguments: 0..<40)
  func randomMovesAreMissedIfAPlainListDiffers(seed: UInt64) async {
    var random = seed &* 2_654_435_761 &+ 1
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    let moves = (0..<(1 + next(4))).map { _ in Move.random(next) }
    var plain = [0, 1, 2]
    for move in moves { move.apply(to: &plain) }
    let findings = await Findings.of { [moves] in
      let (table, tester) = OrderedTable().andTester()
      for move in moves { move.apply(to: &table.rows) }
      withExtendedLifetime((table, tester)) {}
    }
    #expect((findings.kinds == [.state]) == (plain != [0, 1, 2]), "\(moves): \(findings.messages)")
  }
}

private struct OrderedTable: Model {
  static let modelLayout = ModelLayout<OrderedTable>("OrderedTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<OrderedTable>()
  var rows: [OrderedRow] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: (0..<3).map(OrderedRow.init)) }
}

private struct OrderedRow: Model {
  static let modelLayout = ModelLayout<OrderedRow>("OrderedRow") { $0.slot("number", \.number) }
  var modelNode = ModelNode<OrderedRow>()
  var number: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ number: Int) { modelNode.initialize(0, to: number) }
}
