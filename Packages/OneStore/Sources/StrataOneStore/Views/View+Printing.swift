#if canImport(SwiftUI)
public import SwiftUI
#else
public import StrataRendering
#endif

extension View {
  /// The same view, which prints each change of a model's state while it is kept.
  ///
  /// - Parameters:
  ///   - model: The model, as the projection of an ``ObservedModel``.
  ///   - output: Where to print.
  /// - Returns: The view.
  public func printStateUpdates<M: Model>(
    for model: ObservedModel<M>,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Self {
    model.wrappedValue.printStateUpdates(to: output).cancelInFlight()
    return self
  }
}
