import StrataConcurrency
import StrataModels
import Testing

/// A stack retains the closures of a model that has left as long as the model may return.
@Suite struct UndoReleaseTests {
  /// A way to give up the steps in which a model has left.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let giveUp: @Sendable (Caller, ModelUndoStack) -> Void

    init(_ name: String, _ giveUp: @escaping @Sendable (Caller, ModelUndoStack) -> Void) {
      (testDescription, self.giveUp) = (name, giveUp)
    }
  }

  static let ways = [
    Way("all steps are removed") { _, stack in stack.removeAll() },
    Way("later steps exceed the limit") { root, _ in for number in 1...3 { root.count = number } },
    Way("the step that brought it is undone, and another is made") { root, stack in
      stack.undo()
      stack.undo()
      root.count = 9
    },
  ]

  @Test(arguments: ways)
  func aStepThatIsGivenUpReleasesWhatItRetained(way: Way) {
    let ended = Locked(0, rank: .leaf)
    let stack = ModelUndoStack(limit: 2)
    let root = Caller().withAnchor { $0.undoSystem.backend = stack }
    root.node.trackUndo()
    let kid = Caller()
    var token: Token? = Token { ended.withLock { $0 += 1 } }
    kid.callback = { [token] in withExtendedLifetime(token) {} }
    token = nil
    root.kid = kid
    root.kid = nil
    #expect(ended.withLock { $0 } == 0)
    way.giveUp(root, stack)
    #expect(ended.withLock { $0 } == 1)
    withExtendedLifetime(kid) {}
  }
}
