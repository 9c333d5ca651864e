/// What a store's slot holds: the state, and how often it has changed.
@frozen
@usableFromInline
struct StateCell<State: Equatable & Sendable>: Equatable, Sendable {
  @usableFromInline var state: State
  /// Rises with each change; zero in a store that changes its state where it is.
  @usableFromInline var version: UInt64

  @inlinable
  init(state: State, version: UInt64) {
    self.state = state
    self.version = version
  }

  // A store that is given whole states has compared them already when it raises the version; one that
  // changes its state where it is leaves it to the engine, which compares only if someone listens.
  @inlinable
  static func == (a: StateCell, b: StateCell) -> Bool {
    a.version == b.version && (a.version != 0 || a.state == b.state)
  }
}
