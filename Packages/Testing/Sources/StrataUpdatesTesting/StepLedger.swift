import StrataConcurrency
import StrataUpdates

/// The steps that a store has made and that the test has not asserted yet.
final class StepLedger<State: Equatable & Sendable, Action: Sendable>: Sendable {
  private struct Contents: Sendable {
    var steps: [StoreStep<State, Action>] = []
    /// The state that was asserted last.
    var asserted: State
  }

  private let contents: Locked<Contents>

  init(_ first: State) {
    contents = Locked(Contents(asserted: first), rank: .leaf)
  }

  /// The state that was asserted last.
  var asserted: State { contents.withLock { $0.asserted } }

  var isEmpty: Bool { contents.withLock { $0.steps.isEmpty } }

  func add(_ step: StoreStep<State, Action>) {
    contents.withLock { $0.steps.append(step) }
  }

  /// Takes the next step, whose state counts as asserted.
  func takeFirst() -> StoreStep<State, Action>? {
    let (step, former) = contents.withLock { contents -> (StoreStep<State, Action>?, State) in
      let former = contents.asserted
      guard !contents.steps.isEmpty else { return (nil, former) }
      let step = contents.steps.removeFirst()
      contents.asserted = step.state
      return (step, former)
    }
    return withExtendedLifetime(former) { step }
  }

  /// Takes all steps.
  func takeAll() -> [StoreStep<State, Action>] {
    var steps: [StoreStep<State, Action>] = []
    while let step = takeFirst() { steps.append(step) }
    return steps
  }
}
