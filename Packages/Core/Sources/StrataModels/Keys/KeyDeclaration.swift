import StrataConcurrency

/// The contents of a key's declaration.
struct KeyDeclaration<Value: Sendable>: Sendable {
  let defaultValue: Value
  let isEqual: (@Sendable (Value, Value) -> Bool)?
  let name: String
  let callSite: CallSite

  /// Whether values are models or contain some.
  let holdsModels = Value.self is any ModelContainer.Type

  /// The value as a tree stores it: without the anchor of the tree, which would then keep itself alive.
  func stored(_ value: Value) -> Value {
    guard holdsModels, let container = value as? any ModelContainer else { return value }
    return container.withoutAnchors as? Value ?? value
  }

  /// Compares two optional values; `nil` is equal to `nil` alone.
  var areBothEqual: (@Sendable (Value?, Value?) -> Bool)? {
    guard let isEqual else { return nil }
    return { one, other in
      guard let one, let other else { return one == nil && other == nil }
      return isEqual(one, other)
    }
  }
}

extension ModelContainer {
  /// The same handles without their anchors.
  fileprivate var withoutAnchors: Self {
    var copy = self
    copy.replaceContexts { $0 }
    return copy
  }
}
