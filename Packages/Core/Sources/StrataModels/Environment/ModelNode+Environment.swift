import StrataCore

extension ModelNode {
  /// The values that apply to this model's position in the tree: `node.environment.theme`.
  ///
  /// They are declared in ``EnvironmentKeys``. A model reads the value of the nearest model at or above it that
  /// has set one, else the default. The value that it sets applies to itself and all models below it. Of several
  /// parents the nearest ancestor counts, and at the same distance the one through the oldest parent.
  ///
  /// A read is observed. It is notified when the value it found changes, when a nearer one is set or removed, and
  /// when the model gets other parents.
  ///
  /// A value lasts as long as the lifetime of the model that has set it. A removed model inherits nothing.
  public var environment: ModelEnvironment { ModelEnvironment(context: context) }

  /// Removes the value that this model has set, so that the inherited one applies here and below again.
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
    @inlinable get {
      if let memory = beginRead(path) {
        defer { memory.end() }
        if let value = unsafe memory.address.assumingMemoryBound(to: Value?.self).pointee {
          return value
        }
      }
      return readValue(path)
    }
    nonmutating set {
      let key = EnvironmentKey.key(for: path)
      context.setInherited(key.inherited, to: key.declaration.stored(newValue))
    }
  }
}

extension ModelEnvironment {
  /// Finds the value where it lies.
  @usableFromInline
  func beginRead(_ path: AnyKeyPath) -> NamedValueMemory? {
    NamedValueMemory(of: path, in: environmentKeys.knownKeys, for: context, upwards: true)
  }

  /// Reads the value, also for a scope that notes reads.
  @usableFromInline
  func readValue<Value>(_ path: KeyPath<EnvironmentKeys, EnvironmentStorage<Value>>) -> Value {
    let key = EnvironmentKey.key(for: path)
    return context.inherited(key.inherited) ?? key.defaultValue
  }
}
