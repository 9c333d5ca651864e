import StrataConcurrency

/// What the declaration of a key says.
struct KeyDeclaration<Value: Sendable>: Sendable {
  let defaultValue: Value
  let isEqual: (@Sendable (Value, Value) -> Bool)?
  let name: String
  let callSite: CallSite

  /// Whether two values are equal of which `nil` is none.
  var areBothEqual: (@Sendable (Value?, Value?) -> Bool)? {
    guard let isEqual else { return nil }
    return { one, other in
      guard let one, let other else { return one == nil && other == nil }
      return isEqual(one, other)
    }
  }
}
