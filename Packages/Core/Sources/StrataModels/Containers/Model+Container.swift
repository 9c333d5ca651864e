public import StrataCore

extension Model {
  /// Shows nothing, because visitors look for models themselves.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {}

  /// A model is a handle.
  @inlinable
  public static var contents: ContainerContents { .handle }

  /// Calls a closure with the model's context.
  @inlinable
  @inline(__always)
  public func forEachContext(_ body: (Context) -> Void) {
    body(modelNode.context)
  }

  /// Calls a closure with the model's context and the model.
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    body(modelNode.context, withoutAnchor)
  }

  /// Calls a closure with the model's context and the slot.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    body(modelNode.context, place)
  }

  /// Becomes a handle of another context, if a closure gives one.
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    guard let context = replacement(modelNode.context) else { return }
    if context.id == modelNode.context.id {
      // A copy of the same model, as a frozen one is: constants are the same.
      modelNode = ModelNode(context)
    } else if let handle = Self.handle(of: context) {
      self = handle
    }
  }

  /// The same handle without the anchor, for modules that build on this one.
  @_spi(Strata) public var unanchored: Self { withoutAnchor }

  /// Takes nothing out, because a model is stored as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    isRefused(modelNode.context)
  }

  /// The same handle without the anchor.
  var withoutAnchor: Self {
    var copy = self
    copy.modelNode = ModelNode(modelNode.context)
    return copy
  }
}
