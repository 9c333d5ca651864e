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
