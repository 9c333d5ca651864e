@_spi(Strata) import StrataCore

extension Place {
  /// A value as a binding shows it.
  final func boundValue<Value>(at path: KeyPath<State, Value>) -> Value {
    if Context.notesReads { return observedValue(at: path) }
    if let state = unsafe store.readOverride({ unsafe find(in: $0) }) {
      return state[keyPath: path]
    }
    return liveState[keyPath: path]
  }

  /// The state as a binding shows it; a view that reads it takes note of all of it.
  final var boundState: State { boundValue(at: \.self) }

  /// Writes a value as a binding does.
  final func setBoundValue<Value>(_ value: Value, at path: WritableKeyPath<State, Value>) {
    guard !store.isOverridden else { return }
    let change = beginChange()
    unsafe change.pointer.pointee[keyPath: path] = value
    endChange(change)
  }
}
