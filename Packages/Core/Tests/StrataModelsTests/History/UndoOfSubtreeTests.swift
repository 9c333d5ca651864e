import StrataConcurrency
import StrataCore
import StrataModels
import Testing

/// A subtree that tracks undo with a backend of its own.
@Suite struct UndoOfSubtreeTests {
  private let outer = ModelUndoStack()
  private let inner = ModelUndoStack()

  /// A sheet that tracks undo below the root, with a backend of its own.
  private func side(_ id: Int = 1, sheets: [Sheet] = []) -> Sheet {
    Sheet(id, sheets: sheets) { $0.node.trackUndo() }
      .withDependencies { [inner] in $0.undoSystem.backend = inner }
  }

  private func tree(_ sheets: [Sheet]) -> Sheet {
    Sheet(0, sheets: sheets) { $0.node.trackUndo() }
      .withAnchor { [outer] in $0.undoSystem.backend = outer }
  }

  private var counts: [Int] {
    [outer.undoCount, outer.redoCount, inner.undoCount, inner.redoCount]
  }

  @Test func aChangeBelongsToTheNearestModelThatTracksAlone() {
    let tree = tree([side(sheets: [Sheet(2)])])
    tree.sheets[0].draft = 5
    tree.sheets[0].sheets[0].draft = 6
    #expect(counts == [0, 0, 2, 0])
    outer.undo()
    #expect(tree.sheets[0].draft == 5)
    inner.undo()
    inner.undo()
    #expect(tree.sheets[0].draft == 0 && tree.sheets[0].sheets[0].draft == 0)
    #expect(counts == [0, 0, 0, 2])
    inner.redo()
    tree.draft = 1
    #expect(counts == [1, 0, 1, 1])
    outer.undo()
    #expect(tree.sheets[0].draft == 5 && tree.draft == 0)
  }

  @Test func aBackendAloneTracksNothing() {
    let child = Sheet(1).withDependencies { [inner] in $0.undoSystem.backend = inner }
    let tree = tree([child])
    tree.sheets[0].draft = 5
    #expect(counts == [1, 0, 0, 0])
    outer.undo()
    #expect(tree.sheets[0].draft == 0)
  }

  @Test func whatTheNearestModelExcludesBelongsToNone() {
    let child = Sheet(1) { $0.node.trackUndo(\.text) }
      .withDependencies { [inner] in $0.undoSystem.backend = inner }
    let tree = tree([child])
    tree.sheets[0].draft = 5
    #expect(counts == [0, 0, 0, 0])
  }

  @Test func aTransactionOfBothMakesAnEntryInEach() {
    let tree = tree([side()])
    tree.node.transaction {
      tree.draft = 1
      tree.sheets[0].draft = 2
    }
    #expect(counts == [1, 0, 1, 0])
    outer.undo()
    #expect([tree.draft, tree.sheets[0].draft] == [0, 2])
    inner.undo()
    #expect([tree.draft, tree.sheets[0].draft] == [0, 0])
    outer.redo()
    #expect([tree.draft, tree.sheets[0].draft] == [1, 0])
  }

  @Test func theSubtreeItselfComesAndGoesWithTheOuterStack() {
    let tree = tree([])
    tree.sheets.append(side())
    #expect(counts == [1, 0, 0, 0])
    tree.sheets[0].draft = 5
    #expect(counts == [1, 0, 1, 0])
    outer.undo()
    #expect(tree.sheets.isEmpty)
    // Its entries have ended with it.
    #expect(counts == [0, 1, 0, 0])
    outer.redo()
    #expect(tree.sheets.map(\.draft) == [5])
    tree.sheets.first?.draft = 6
    #expect(counts == [1, 0, 1, 0])
    inner.undo()
    #expect(tree.sheets.map(\.draft) == [5])
  }

  @Test func aModelBelowBothMakesOneEntry() {
    let shared = Sheet(3)
    let tree = tree([side(sheets: [shared]), shared])
    shared.draft = 5
    #expect(outer.undoCount + inner.undoCount == 1)
    (outer.canUndo ? outer : inner).undo()
    #expect(shared.draft == 0)
    #expect(outer.undoCount + inner.undoCount == 0)
    withExtendedLifetime(tree) {}
  }

  @Test func othersStillReceiveTheChangesOfBoth() {
    let tree = tree([side()])
    let recorder = StateRecorder(of: tree)
    tree.sheets[0].draft = 5
    tree.draft = 6
    recorder.stepBack()
    recorder.stepBack()
    #expect([tree.draft, tree.sheets[0].draft] == [0, 0])
  }

  @Test func aSideThatIsAddedTracksFromItsCallOn() {
    let tree = tree([])
    let backend = inner
    func added(_ id: Int, _ activation: @escaping @Sendable (Sheet) -> Void) -> Sheet {
      Sheet(id, activation: activation).withDependencies { $0.undoSystem.backend = backend }
    }
    tree.sheets.append(
      added(1) {
        $0.draft = 3
        $0.node.trackUndo()
      }
    )
    #expect(counts == [1, 0, 0, 0])
    outer.undo()
    #expect(tree.sheets.isEmpty)
    outer.redo()
    #expect(tree.sheets[0].draft == 3)
    tree.sheets.append(
      added(2) {
        $0.node.trackUndo()
        $0.draft = 4
      }
    )
    #expect(counts == [2, 0, 1, 0])
    inner.undo()
    #expect(tree.sheets.map(\.draft) == [3, 0])
  }

  @Test func aMoveBetweenTheRegionsGoesBackByTheStacksThatItChanged() {
    let tree = tree([side(sheets: [Sheet(2)])])
    let moved = tree.sheets[0].sheets[0]
    tree.node.transaction {
      tree.sheets[0].sheets = []
      tree.sheets.append(moved)
    }
    #expect(counts == [1, 0, 1, 0])
    moved.draft = 4
    #expect(counts == [2, 0, 1, 0])
    outer.undo()
    #expect(moved.draft == 0)
    outer.undo()
    inner.undo()
    #expect(tree.sheets.map(\.id) == [1])
    #expect(tree.sheets[0].sheets.map(\.id) == [2])
    #expect(counts == [0, 2, 0, 1])
  }

  @Test func aModelHasOneRuleOfAllOwners() {
    final class Owner {}
    let tree = Sheet(0).withAnchor()
    let owners = [Owner(), Owner()]
    let first = tree.node.context.openChangeLog(of: owners[0], keepsValues: true) { _ in }
    #expect(first != nil)
    #expect(tree.node.context.openChangeLog(of: owners[1], keepsValues: true) { _ in } == nil)
    first?.stopRecording(tree.node.context)
    let second = tree.node.context.openChangeLog(of: owners[1], keepsValues: true) { _ in }
    #expect(second != nil)
    second?.stopRecording(tree.node.context)
  }

  /// A sheet of the oracle: its draft, and the stack of its region.
  private struct Plain {
    var draft = 0
    let stack: Int
  }

  /// One write.
  private struct Write {
    let sheet: Int
    let before: Int
    let after: Int
  }

  /// Writes, and takes writes back, in three regions below one another.
  @Test func eachStackIsAHistoryOfItsOwnRegion() {
    for seed in 0..<200 {
      var generator = SplitMix64(seed: UInt64(seed))
      let stacks = (0..<3).map { _ in ModelUndoStack() }
      func region(_ id: Int, _ sheets: [Sheet]) -> Sheet {
        Sheet(id, sheets: sheets + [Sheet(id + 10)]) { $0.node.trackUndo() }
          .withDependencies { $0.undoSystem.backend = stacks[id] }
      }
      let tree = region(0, [region(1, [region(2, [])])]).withAnchor()
      let (one, two) = (tree.sheets[0], tree.sheets[0].sheets[0])
      let sheets = [tree, tree.sheets[1], one, one.sheets[1], two, two.sheets[0]]
      var plain = (0..<6).map { Plain(stack: $0 / 2) }
      var (undo, redo) = ([[Write]](repeating: [], count: 3), [[Write]](repeating: [], count: 3))
      for step in 1...30 {
        let number = Int.random(in: 0..<6, using: &generator)
        let stack = number / 2
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          stacks[stack].undo()
          guard let write = undo[stack].popLast() else { break }
          plain[write.sheet].draft = write.before
          redo[stack].append(write)
        case 1:
          stacks[stack].redo()
          guard let write = redo[stack].popLast() else { break }
          plain[write.sheet].draft = write.after
          undo[stack].append(write)
        default:
          sheets[number].draft = step
          undo[plain[number].stack].append(
            Write(sheet: number, before: plain[number].draft, after: step)
          )
          redo[stack] = []
          plain[number].draft = step
        }
        guard sheets.map(\.draft) == plain.map(\.draft),
          stacks.map(\.undoCount) == undo.map(\.count),
          stacks.map(\.redoCount) == redo.map(\.count)
        else {
          Issue.record("seed \(seed), step \(step): \(sheets.map(\.draft)) \(plain.map(\.draft))")
          return
        }
      }
    }
  }
}
