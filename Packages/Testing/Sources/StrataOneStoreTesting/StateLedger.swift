import StrataConcurrency

/// The states that a store has had and that its test has not asserted yet.
final class StateLedger<State: Equatable & Sendable>: Sendable {
  private struct Contents: Sendable {
    /// The state that was asserted last.
    var asserted: State
    var history: [State] = []
  }

  private let contents: Locked<Contents>

  init(_ first: State) {
    contents = Locked(Contents(asserted: first), rank: .leaf)
  }

  /// The last asserted state, and those that have followed.
  var present: (asserted: State, history: [State]) {
    contents.withLock { ($0.asserted, $0.history) }
  }

  func add(_ state: State) {
    contents.withLock { $0.history.append(state) }
  }

  /// Takes the first states; the last of them counts as asserted.
  func assert(_ state: State, leaving count: Int) {
    let former = contents.withLock { contents in
      defer {
        contents.asserted = state
        contents.history.removeFirst(count)
      }
      return (contents.asserted, contents.history)
    }
    withExtendedLifetime(former) {}
  }
}
