/// What a store's slot holds: the state, and how often it has changed.
@frozen
@usableFromInline
struct StoreCell<State: StateContainer>: Equatable, Sendable {
  @usableFromInline var state: State
  /// Rises with each change that leaves an unequal state.
  @usableFromInline var version: UInt64

  @inlinable
  init(state: State, version: UInt64 = 0) {
    self.state = state
    self.version = version
  }

  // The states have been compared already when the version was raised, and need not be once more by
  // the engine.
  @inlinable
  static func == (a: StoreCell, b: StoreCell) -> Bool { a.version == b.version }

  /// The state, for a change whose result the store is told of before the change ends.
  @inlinable
  subscript(in core: StoreCore<State>, on thread: StoreThread) -> State {
    get { state }
    _modify {
      let old = state
      defer { core.didChange(&self, from: old, thread) }
      yield &state
    }
  }
}
