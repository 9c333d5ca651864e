import StrataConcurrency
import StrataCore

/// Records the actions and states of a store, until it is released or stopped.
///
/// ```swift
/// let recorder = StoreRecorder(store)
/// store.send(.increment)
/// recorder.recording.actions  // [.increment]
/// ```
///
/// It does not retain the store.
public final class StoreRecorder<State: Equatable & Sendable, Action: Sendable>: Sendable {
  private let record: StepRecord<State, Action>
  private let subscription: Subscription

  /// Begins to record with the next action that the store handles.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: How many actions are retained at least. Of more than twice as many, the oldest are forgotten. The state
  ///     before the first retained one then becomes the initial state.
  /// - Precondition: `limit` is positive.
  public init<Environment>(_ store: Store<State, Action, Environment>, limit: Int = .max) {
    precondition(limit > 0, "StoreRecorder: a limit of \(limit) keeps nothing")
    let record = StepRecord<State, Action>(
      initialState: withoutTracking { store.state },
      limit: limit
    )
    self.record = record
    subscription = store.record(
      begin: { [weak record] in record?.begin(with: $0) },
      add: { [weak record] in record?.add($0) }
    )
  }

  /// The recording so far.
  public var recording: Recording<State, Action> { record.contents.withLock { $0 } }

  /// Ends the recording, and retains the recorded actions.
  public func stop() { subscription.cancel() }
}

/// What a recorder has recorded.
private final class StepRecord<State: Equatable & Sendable, Action: Sendable>: Sendable {
  let contents: Locked<Recording<State, Action>>
  private let limit: Int

  init(initialState: State, limit: Int) {
    contents = Locked(Recording(initialState: initialState), rank: .leaf)
    self.limit = limit
  }

  func begin(with state: State) {
    let former = contents.withLock { record in
      defer { record.initialState = state }
      return record.initialState
    }
    withExtendedLifetime(former) {}
  }

  func add(_ step: StoreStep<State, Action>) {
    let entry = Recording<State, Action>.Entry(
      action: step.action,
      origin: step.origin,
      state: step.state
    )
    let forgotten = contents.withLock { record -> Recording<State, Action>? in
      record.entries.append(entry)
      // In halves, so that each action costs amortised constant time.
      guard record.entries.count - limit > limit else { return nil }
      let former = record
      let surplus = record.entries.count - limit
      record.initialState = record.entries[surplus - 1].state
      record.entries.removeFirst(surplus)
      return former
    }
    withExtendedLifetime(forgotten) {}
  }
}

extension Store {
  /// Calls closures with the state before the next action, and with each step from then on.
  fileprivate func record(
    begin: @escaping @Sendable (State) -> Void,
    add: @escaping @Sendable (StoreStep<State, Action>) -> Void
  ) -> Subscription {
    let (context, slot, sinks) = (context, slot, stepSinks)
    return subscribeInTurn {
      begin(withoutTracking { context.read(slot).value })
      return sinks.add(add)
    }
  }
}
