public import StrataCore

/// The link from a model to its state, and the model's access to its tree.
///
/// Two words: the context, and, only in the value that `withAnchor` has returned, the anchor.
@dynamicMemberLookup
public struct ModelNode<M: Model>: Sendable {
  /// The context with the state.
  public let context: Context
  /// The anchor that keeps the tree alive.
  @usableFromInline let anchor: Anchor?

  /// Makes the node of a new model, whose properties have no values yet.
  public init() {
    context = Context(layout: M.modelLayout.layout)
    anchor = nil
  }

  init(_ context: Context, anchor: Anchor? = nil) {
    self.context = context
    self.anchor = anchor
  }

  // MARK: First values

  // It is an autoclosure, because Swift would open an argument of type `any P`: the value would then be of its
  // dynamic type, not of the slot's.
  /// Gives a property its first value.
  ///
  /// The value's type is the property's, exactly. If Swift cannot infer it from the value, as with a literal,
  /// write it: `initialize(0, to: 1 as Double)`, `initialize(1, to: nil as String?)`.
  ///
  /// - Precondition: Called from the model's initializer. In debug builds another type ends the
  ///   program with a sentence that names the property.
  @inlinable
  public func initialize<Value>(_ slot: Int, to value: @autoclosure () -> Value) {
    context.initialize(Slot<Value>(uncheckedIndex: slot), to: value())
  }

  /// Gives a property that contains models its first value.
  ///
  /// The value's type is the property's, exactly: `initialize(2, to: [Row]())`, not a bare `[]`.
  ///
  /// - Precondition: Called from the model's initializer. In debug builds another type ends the
  ///   program with a sentence that names the property.
  @inlinable
  public func initialize<Value: ModelContainer>(_ slot: Int, to value: @autoclosure () -> Value) {
    context.initialize(container: Slot<Value>(uncheckedIndex: slot), to: value())
  }
}

extension ModelNode {
  /// A property, by its index in the layout.
  @inlinable
  public subscript<Value>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    @inline(__always) nonmutating set { context.write(Slot(uncheckedIndex: slot), newValue) }
    @inline(__always) nonmutating _modify { yield &context[Slot(uncheckedIndex: slot)] }
  }

  /// A property, by its index in the layout; an equal value notifies no observer.
  @inlinable
  public subscript<Value: Equatable>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    @inline(__always) nonmutating set { context.write(Slot(uncheckedIndex: slot), newValue) }
    @inline(__always) nonmutating _modify { yield &context[Slot(uncheckedIndex: slot)] }
  }

  /// A property that contains models, by its index in the layout.
  @inlinable
  public subscript<Value: ModelContainer>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    nonmutating set { context[container: Slot(uncheckedIndex: slot)] = newValue }
    nonmutating _modify { yield &context[container: Slot(uncheckedIndex: slot)] }
  }

  /// A property that contains models, by its index in the layout.
  @inlinable
  public subscript<Value: ModelContainer & Equatable>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    nonmutating set { context[container: Slot(uncheckedIndex: slot)] = newValue }
    nonmutating _modify { yield &context[container: Slot(uncheckedIndex: slot)] }
  }
}
