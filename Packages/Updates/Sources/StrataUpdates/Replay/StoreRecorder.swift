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
  private let record: Locked<Recording<State, Action>>
  private let subscription = StoreSubscription()
  private let limit: Int

  /// Begins to record with the next action that the store handles.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: How many actions are retained at least. Of more than twice as many, the oldest are forgotten. The state
  ///     before the first retained one then becomes the initial state.
  /// - Precondition: `limit` is positive.
  public init<Environment>(_ store: Store<State, Action, Environment>, limit: Int = .max) {
    precondition(limit > 0, "StoreRecorder: a limit of \(limit) keeps nothing")
    self.limit = limit
    record = Locked(Recording(initialState: withUntrackedReads { store.state }), rank: .leaf)
    store.record(
      with: subscription,
      begin: { [weak self] in self?.begin(with: $0) },
      add: { [weak self] in self?.add($0) }
    )
  }

  /// The recording so far.
  public var recording: Recording<State, Action> { record.withLock { $0 } }

  /// Ends the recording, and retains the recorded actions.
  public func stop() { subscription.cancel() }

  private func begin(with state: State) {
    let former = record.withLock { record in
      defer { record.initialState = state }
      return record.initialState
    }
    withExtendedLifetime(former) {}
  }

  private func add(_ step: StoreStep<State, Action>) {
    let entry = Recording<State, Action>.Entry(
      action: step.action,
      origin: step.origin,
      state: step.state
    )
    let forgotten = record.withLock { record -> Recording<State, Action>? in
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
    with subscription: StoreSubscription,
    begin: @escaping @Sendable (State) -> Void,
    add: @escaping @Sendable (StoreStep<State, Action>) -> Void
  ) {
    let (context, slot) = (context, slot)
    enqueue(
      .work { [weak self, weak subscription] isAlive in
        guard isAlive, let self, let subscription, !subscription.isCancelled else { return }
        begin(withUntrackedReads { context.read(slot).value })
        stepSinks.add(subscription, add)
      }
    )
  }
}
