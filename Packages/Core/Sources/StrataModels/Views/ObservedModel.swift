#if canImport(SwiftUI)
public import SwiftUI
#else
public import StrataRendering
#endif

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
/// The evaluator of the view records the properties of the model and of the models below it that were read, and
/// evaluates again when one of those has changed. Other changes do not wake it. On systems with SwiftUI, SwiftUI
/// itself does so, on the main actor, because models are `Observable`. There the wrapper is needed for bindings
/// alone, and a plain `let model` is followed as well. Elsewhere a `RenderProbe` does so, on the main queue if it
/// is given that.
///
/// A view does not keep its tree alive, unless it was given the value that `withAnchor` returned.
@propertyWrapper
@dynamicMemberLookup
public struct ObservedModel<M: Model>: Sendable {
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

#if canImport(SwiftUI)
extension ObservedModel: DynamicProperty {}
#endif
