import Strata
import Testing

/// A model moves into a new one, which the same transaction removes with its parent: what restores the state before has
/// the moved model again.
@Suite struct LostParentTests {
  private static func tree() -> Twig {
    let moved = Twig(id: 5, twigs: [Twig(id: 7)])
    return Twig(id: 1, twigs: [Twig(id: 2, twigs: [Twig(id: 3)]), Twig(id: 4, twigs: [moved])])
  }

  private static func move(in root: Twig) {
    root.node.transaction {
      let new = Twig(id: 6)
      root.twigs[0].twigs.append(new)
      new.twigs = [root.twigs[1].twigs.removeLast()]
      root.twigs.removeFirst()
    }
  }

  @Test func aRecordedStateHasIt() {
    let root = Self.tree().withAnchor()
    let recorder = StateRecorder(of: root)
    let moved = root.twigs[1].twigs[0]
    Self.move(in: root)
    #expect(root.outline == "1(4)")
    for _ in 1...3 {
      recorder.restore(recorder.records[0].id)
      #expect(root.outline == "1(2(3)4(5(7)))")
      #expect(root.twigs[1].twigs[0] == moved)
      recorder.restore(recorder.records[1].id)
      #expect(root.outline == "1(4)")
    }
  }

  @Test func anUndoneTransactionHasIt() {
    let stack = ModelUndoStack()
    let root = Self.tree().withAnchor { $0.undoSystem.backend = stack }
    root.node.trackUndo()
    Self.move(in: root)
    for _ in 1...3 {
      root.node.undoSystem.undo()
      #expect(root.outline == "1(2(3)4(5(7)))")
      root.node.undoSystem.redo()
      #expect(root.outline == "1(4)")
    }
  }
}

/// A model of models.
@Model struct Twig: Equatable {
  let id: Int
  var twigs: [Twig] = []

  /// Its number, and the outlines of those below it.
  var outline: String {
    twigs.isEmpty ? "\(id)" : "\(id)(\(twigs.map(\.outline).joined()))"
  }
}
