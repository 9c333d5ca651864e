public import StrataCore

extension Model {
  /// Shows nothing: a model is what visitors look for.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {}

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

  /// Becomes a handle of another context, if a closure gives one.
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let context = replacement(modelNode.context), let handle = Self.handle(of: context) {
      self = handle
    }
  }

  /// The same handle, which keeps no tree alive.
  var withoutAnchor: Self {
    var copy = self
    copy.modelNode = ModelNode(modelNode.context)
    return copy
  }
}
