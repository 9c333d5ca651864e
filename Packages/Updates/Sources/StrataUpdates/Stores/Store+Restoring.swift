@_spi(Strata) import StrataCore

// An inspector sets the state to one that it has recorded. That is no action: observers of actions, of updates and of
// steps are not notified, and no effect starts.

/// Sets the state of a store that it does not retain.
private final class StoreRestorer<
  State: Equatable & Sendable,
  Action: Sendable,
  Environment: Sendable
>:
  RestorableState
{
  private let store: WeakStore<State, Action, Environment>

  init(_ store: WeakStore<State, Action, Environment>) { self.store = store }

  var restoredProperty: String? { "state" }

  func restoreState(
    of root: Context,
    from state: ([CodingUserInfoKey: any Sendable]) -> any Decoder
  ) throws {
    try store.restoreState(from: state([:]))
  }
}

extension WeakStore {
  /// Sets the state when the actions that wait have been handled.
  ///
  /// - Throws: `RestorationError` if the state's type is not `Decodable` or the store has ended, and the error of
  ///   decoding.
  func restoreState(from decoder: any Decoder) throws {
    guard let type = State.self as? any Decodable.Type,
      let state = try type.init(from: decoder) as? State
    else { throw RestorationError.notDecodable(State.self) }
    guard store != nil else { throw RestorationError.ended("Store<\(State.self), \(Action.self)>") }
    let cause = Cause.current
    enqueue(
      .work { isAlive in
        guard isAlive, let store else { return }
        guard let cause else { return store.restore(state) }
        Cause.with(cause) { store.restore(state) }
      }
    )
  }
}

extension Store {
  /// Lets inspectors find the store by its context, whose end releases what is kept.
  func allowRestoring(in context: Context) {
    context.keepObject(StoreRestorer(WeakStore(self)))
  }

  /// Sets the state; called in the serialised section.
  fileprivate func restore(_ state: State) {
    guard let current else { return replaceInPlace(by: state) }
    guard state != current else { return }
    self.current = state
    version &+= 1
    context.write(slot, VersionedValue(state, version: version))
  }

  private func replaceInPlace(by state: State) {
    // SAFETY: the memory is used between the two calls alone.
    let memory = unsafe context.beginChange(of: slot)
    unsafe memory.pointee.value = state
    unsafe context.endChange(of: slot, memory)
  }
}
