@_spi(Strata) import StrataCore

#if canImport(SwiftUI)
public import SwiftUI
#else
public import StrataRendering
#endif

extension Model {
  /// A binding to a property that is declared with `@Writable`.
  ///
  /// Writes change the store; while the store is overridden they are ignored.
  ///
  /// - Returns: The binding.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Writable<Value>>
  ) -> Binding<Value> {
    // SAFETY: a key path is immutable, and those of a program's literals capture what is Sendable.
    nonisolated(unsafe) let path = keyPath
    let place = place
    return Binding(
      get: { unsafe place.boundValue(at: path).value },
      set: { value in unsafe place.setBoundValue(Writable(wrappedValue: value), at: path) }
    )
  }

  /// The model of a property that is declared with `@Writable` and `@StateModel`.
  ///
  /// - Returns: The models.
  public subscript<Models: ModelContainer>(
    dynamicMember keyPath: WritableKeyPath<State, Writable<StateModel<Models>>>
  ) -> Models {
    place.models(at: keyPath.appending(path: \.value))
  }
}

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
