import Foundation
import StrataConcurrency
import StrataModels
import Testing

/// The cost of a depth, counted: twice the depth costs twice as much.
@Suite struct DepthCountTests {
  @Test(arguments: Deed.allCases)
  func eachLevelOfAnEnumInsideItselfIsVisitedEquallyOften(deed: Deed) {
    let (small, large) = (visits(of: 1_000, deed), visits(of: 2_000, deed))
    #expect(small >= 1_000)
    #expect(large <= 2 * small)
  }

  @Test(arguments: Work.allCases.map(\.rawValue))
  func whatAHundredThousandModelsInAChainDoIsDoneOrRefused(work: String) async {
    await #expect(processExitsWith: .success) { [work = work as String] in
      let first = Link.chain(100_000).withAnchor()
      try Work(rawValue: work)?.check(first)
      first.next = nil
    }
  }

  @Test func aStateThatIsNestedAHundredThousandDeepIsNotRestored() {
    let brackets = String(repeating: #"{"next":"#, count: 100_000)
    let root = Link().withAnchor()
    let error = #expect(throws: SavedStateError.self) {
      try root.restoreState(
        from: Data((brackets + "null" + String(repeating: "}", count: 100_000)).utf8)
      )
    }
    #expect(error?.code == .tooDeep)
    #expect(root.next == nil)
  }

  enum Work: String, CaseIterable {
    case values, texts, undo

    func check(_ first: Link) throws {
      switch self {
      case .values:
        let copy = first.frozenCopy
        #expect(copy == first)
        #expect(copy.hashValue == first.hashValue)
        first.last.number = -1
        #expect(first.last.number == -1)
        #expect(copy.last.number == 100_000)
        #expect(copy != first)
      case .texts:
        #expect(first.description.contains("Link(…)"))
        let error = #expect(throws: SavedStateError.self) { try first.savedState() }
        #expect(error?.code == .tooDeep)
        #expect(error?.message.contains("nested 100000 deep") == true)
      case .undo:
        let stack = ModelUndoStack()
        let root = Link().withAnchor { $0.undoSystem.backend = stack }
        root.node.trackUndo()
        root.next = .chain(100_000)
        stack.undo()
        #expect(root.next == nil)
        stack.redo()
        #expect(root.last.number == 100_000)
      }
    }
  }

  /// Operations on a value that contains a model at each end of its nest.
  enum Deed: CaseIterable, Sendable {
    case anchor, write, freeze
  }

  /// Counts the visits of the levels during a deed.
  private func visits(of depth: Int, _ deed: Deed) -> Int {
    let tally = Locked(0, rank: .leaf)
    func nest() -> CountedNest {
      (0..<depth).reduce(.end(Link())) { nest, _ in .inner(tally, nest) }
    }
    let full = Burrow(deed == .write ? .end(Link()) : nest())
    let burrow = deed == .anchor ? nil : full.withAnchor()
    tally.withLock { $0 = 0 }
    switch deed {
    case .anchor: _ = full.withAnchor()
    case .write: burrow?.nest = nest()
    case .freeze: _ = burrow?.frozenCopy
    }
    return tally.withLock { $0 }
  }
}

/// An enum inside itself that counts how often its levels are visited.
private indirect enum CountedNest: ModelContainer {
  case inner(Locked<Int>, CountedNest)
  case end(Link)

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    switch self {
    case .inner(let tally, var nest):
      tally.withLock { $0 += 1 }
      if visitor.visit(&nest) { self = .inner(tally, nest) }
    case .end(var link):
      if visitor.visit(&link) { self = .end(link) }
    }
  }
}

/// A model that contains such an enum.
private struct Burrow: Model {
  static let modelLayout = ModelLayout<Burrow>("Burrow") { $0.slot("nest", \.nest) }
  var modelNode = ModelNode<Burrow>()

  var nest: CountedNest {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ nest: CountedNest) { modelNode.initialize(0, to: nest) }
}
