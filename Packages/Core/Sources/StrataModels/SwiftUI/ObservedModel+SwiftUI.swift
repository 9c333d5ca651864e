#if canImport(SwiftUI)
public import SwiftUI

/// Gives a view a model to show, and bindings to its properties.
///
/// ```swift
/// struct CounterView: View {
///   @ObservedModel var model: CounterModel
///
///   var body: some View {
///     Stepper(value: $model.count) {
///       Text("\(model.count)")
///     }
///   }
/// }
/// ```
///
/// SwiftUI follows what a body reads of the model and of the models below it, because models are
/// `Observable`, and evaluates the body again on the main actor when one of those properties has
/// changed. Other changes do not wake it. So the wrapper is needed for bindings alone; a plain
/// `let model` is followed too.
///
/// A view keeps no tree alive, unless it was given the value that `withAnchor` returned.
@propertyWrapper
@dynamicMemberLookup
public struct ObservedModel<M: Model>: DynamicProperty, Sendable {
  /// The model.
  public let wrappedValue: M

  /// Observes a model.
  public init(wrappedValue: M) {
    self.wrappedValue = wrappedValue
  }

  /// Gives bindings to the model's properties: `$model.count`.
  public var projectedValue: ObservedModel<M> { self }

  /// A binding to a property of the model, or of a child.
  public subscript<Value>(
    dynamicMember keyPath: any ReferenceWritableKeyPath<M, Value> & Sendable
  ) -> Binding<Value> {
    let model = wrappedValue
    return Binding(
      get: { model[keyPath: keyPath] },
      set: { model[keyPath: keyPath] = $0 }
    )
  }
}
#endif
