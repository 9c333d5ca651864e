public import StrataCore

/// What ties a model to its state, and what a model's methods use of the tree.
///
/// Two words: the context, and, only in the value that `withAnchor` has returned, the anchor.
@dynamicMemberLookup
public struct ModelNode<M: Model>: Sendable {
  /// Where the state is.
  public let context: Context
  /// What keeps the tree alive.
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

  // An autoclosure, because Swift would open an argument of type `any P`: the value would then be of
  // its dynamic type, which is not the slot's.
  /// Gives a property its first value.
  ///
  /// The value's type is the property's, exactly. Where Swift cannot know it from the value, as with
  /// a literal, write it: `initialize(0, to: 1 as Double)`, `initialize(1, to: nil as String?)`.
  ///
  /// - Precondition: Called from the model's initializer. In debug builds another type ends the
  ///   program with a sentence that names the property.
  @inlinable
  public func initialize<Value>(_ slot: Int, to value: @autoclosure () -> Value) {
    context.initialize(Slot<Value>(uncheckedIndex: slot), to: value())
  }

  /// Gives a property that holds models its first value.
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
  /// A property, by its place in the layout.
  @inlinable
  public subscript<Value>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    @inline(__always) nonmutating set { context.write(Slot(uncheckedIndex: slot), newValue) }
    @inline(__always) nonmutating _modify { yield &context[Slot(uncheckedIndex: slot)] }
  }

  /// A property, by its place in the layout; an equal value notifies no one.
  @inlinable
  public subscript<Value: Equatable>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    @inline(__always) nonmutating set { context.write(Slot(uncheckedIndex: slot), newValue) }
    @inline(__always) nonmutating _modify { yield &context[Slot(uncheckedIndex: slot)] }
  }

  /// A property that holds models, by its place in the layout.
  @inlinable
  public subscript<Value: ModelContainer>(slot: Int) -> Value {
    @inline(__always) get {
      ObservationBridge.access(context, slot)
      return context.read(Slot(uncheckedIndex: slot))
    }
    nonmutating set { context[container: Slot(uncheckedIndex: slot)] = newValue }
    nonmutating _modify { yield &context[container: Slot(uncheckedIndex: slot)] }
  }

  /// A property that holds models, by its place in the layout.
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
