public import StrataExtensions

#if canImport(SwiftUI)
public import SwiftUI
#else
public import StrataRendering
#endif

extension StoreView where Access == Write {
  /// A binding to the payload of a case; `nil` while the value is of another case.
  ///
  /// Writing a payload makes the value one of the case. Writing `nil` while it is of the case clears it.
  /// Writes are ignored while the store is overridden.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - clearValue: The value that `nil` stands for.
  /// - Returns: The binding.
  public func `case`<Value: Sendable>(
    _ path: CasePath<State, Value>,
    clearValue: State
  ) -> Binding<Value?> {
    let (place, view) = (place, self.path)
    return Binding(
      get: { path.extract(from: view.get(place.boundState)) },
      set: { payload in
        guard !place.store.isOverridden else { return }
        let change = place.beginChange()
        defer { place.endChange(change) }
        let present = unsafe view.get(change.pointer.pointee)
        if let payload {
          unsafe view.set(&change.pointer.pointee, path.embed(payload))
        } else if path.matches(present) {
          unsafe view.set(&change.pointer.pointee, clearValue)
        }
      }
    )
  }
}
