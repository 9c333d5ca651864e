#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Declares a model that a view shows.
///
/// ```swift
/// struct CounterView: View {
///   @ObservedModel var model: CounterModel
///
///   var body: some View { Text("\(model.count)") }
/// }
/// ```
///
/// The view is updated when something that it has read through the model differs, and for nothing else.
@propertyWrapper
public struct ObservedModel<Observed: Model>: Sendable {
  /// The model.
  public var wrappedValue: Observed

  /// Makes one of a model.
  public init(wrappedValue: Observed) { self.wrappedValue = wrappedValue }

  /// The property itself, for the functions that print what changes.
  public var projectedValue: ObservedModel { self }
}

#if canImport(SwiftUI)
extension ObservedModel: DynamicProperty {}
#endif
