import StrataCore

extension ModelNode {
  /// The values that hold at this model's place in the tree: `node.environment.theme`.
  ///
  /// They are declared in ``EnvironmentKeys``. A model reads the value that the nearest at or above it
  /// has set, else the default; what it sets holds for itself and all below it. Of several parents the
  /// nearest place counts, and at the same distance the parent that was there first.
  ///
  /// A read is observed: it is told of another value at the place that it found, of a nearer one that
  /// is set or removed, and when the model gets other parents.
  ///
  /// What is set lasts as long as the life of the model that has set it. A model that was removed has
  /// nothing above it any more.
  public var environment: ModelEnvironment { ModelEnvironment(context: context) }

  /// Takes back what this model has set: what holds above it holds here and below again.
  public func removeEnvironment<Value>(_ path: KeyPath<EnvironmentKeys, EnvironmentStorage<Value>>)
  {
    context.setInherited(EnvironmentKey.key(for: path).inherited, to: nil)
  }
}

/// The environment of one model; see `ModelNode.environment`.
@dynamicMemberLookup
public struct ModelEnvironment: Sendable {
  let context: Context

  /// The value that a property of ``EnvironmentKeys`` declares.
  ///
  /// - Complexity: Reading is O(number of models above), a few nanoseconds each. Setting is a write; the
  ///   first at a model is O(number of models below) if the environment is observed in the tree.
  public subscript<Value>(
    dynamicMember path: KeyPath<EnvironmentKeys, EnvironmentStorage<Value>>
  ) -> Value {
    get {
      let key = EnvironmentKey.key(for: path)
      return context.inherited(key.inherited) ?? key.defaultValue
    }
    nonmutating set {
      let key = EnvironmentKey.key(for: path)
      context.setInherited(key.inherited, to: key.declaration.stored(newValue))
    }
  }
}
