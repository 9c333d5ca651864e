import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Eight threads on one tree of a thousand models that undo and redo what all of them do.
@Suite(.serialized) struct HistoryStressTests {
  /// A model and all below it, as text.
  private static func print(_ cell: Cell) -> String {
    guard cell.node.context.isLive else { return "gone" }
    let below = cell.cells.map(print) + ["|"] + cell.table.map(print) + ["|"]
    let own = "\(cell.key) \(cell.count) \(cell.debit) \(cell.credit) \(cell.text)"
    return "(\(own) \(below.joined(separator: " ")) \(cell.chosen.map(print) ?? "-"))"
  }

  private static func step(
    _ ground: ModelStressTests.Ground,
    _ stack: ModelUndoStack,
    _ random: inout ModelStressTests.Random
  ) {
    switch random.next(12) {
    case 0, 1: stack.undo()
    case 2: stack.redo()
    default: ModelStressTests.step(ground, &random)
    }
  }

  @Test func undoingOnAllThreadsKeepsInvariantsAndLeavesNothing() async {
    let census: Census
    do {
      let stack = ModelUndoStack(limit: 200)
      let ground = ModelStressTests.Ground(undo: stack)
      census = ground.census
      ground.root.node.trackUndo()
      let total = ModelStressTests.Total(of: ground)
      onThreads(ModelStressTests.threads) { number in
        ModelStressTests.run(ground, number) { Self.step(ground, stack, &$0) }
      }
      #expect(ground.torn.load(ordering: .relaxed) == 0)
      #expect(ground.root.frozenCopy.unbalanced == 0)
      total.expectToBeUpToDate()
      #expect(Set(ground.root.livingKeys).symmetricDifference(census.living).sorted() == [])
      expectUndoAndRedoToBeIdentity(ground, stack)
      total.expectToBeUpToDate()
      ground.end()
      // The models that tracked have ended, and with them what could be undone.
      #expect(!stack.canUndo)
      #expect(!stack.canRedo)
    }
    for _ in 0..<2_000_000 {
      guard census.objects > 0 else { break }
      await Task.yield()
    }
    #expect(census.living.isEmpty)
    #expect(census.objects == 0)
    #expect(census.torn.load(ordering: .relaxed) == 0)
  }

  /// Now that no other thread uses the tree.
  private func expectUndoAndRedoToBeIdentity(
    _ ground: ModelStressTests.Ground,
    _ stack: ModelUndoStack
  ) {
    let ignore: ReportSink.Handler = { _ in }
    ReportSink.withHandler(ignore) {
      while stack.canRedo { stack.redo() }
      let before = Self.print(ground.root)
      while stack.canUndo { stack.undo() }
      while stack.canRedo { stack.redo() }
      #expect(Self.print(ground.root) == before)
    }
  }
}
