import StrataCore

extension ModelNode {
  /// The values that this model has for itself beside its properties: `node.local.isExpanded`.
  ///
  /// They are declared in ``LocalKeys`` and take memory only in the models that were given one. They are
  /// observed, take part in transactions and are undone like properties. They last as long as the model's
  /// lifetime; a model that is removed and added again begins without them.
  public var local: ModelLocals { ModelLocals(context: context) }

  /// Takes a local value back: the model has the default again.
  public func removeLocal<Value>(_ path: KeyPath<LocalKeys, LocalStorage<Value>>) {
    let key = LocalKey.key(for: path)
    guard context.existingAttachment(of: key.attachment.layout) != nil else { return }
    context[attachment: key.attachment] = nil
  }
}

/// The local values of one model; see `ModelNode.local`.
@dynamicMemberLookup
public struct ModelLocals: Sendable {
  let context: Context

  /// The value that a property of ``LocalKeys`` declares.
  ///
  /// - Complexity: O(number of values that the model has in this way).
  public subscript<Value>(
    dynamicMember path: KeyPath<LocalKeys, LocalStorage<Value>>
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
      let key = LocalKey.key(for: path)
      context[attachment: key.attachment] = key.declaration.stored(newValue)
    }
    nonmutating _modify {
      let key = LocalKey.key(for: path)
      yield &context[attachment: key.attachment][for: key]
    }
  }
}

extension ModelLocals {
  /// Finds the value where it lies.
  @usableFromInline
  func beginRead(_ path: AnyKeyPath) -> NamedValueMemory? {
    NamedValueMemory(of: path, in: localKeys.knownKeys, for: context, upwards: false)
  }

  /// Reads the value, also for a scope that notes reads.
  @usableFromInline
  func readValue<Value>(_ path: KeyPath<LocalKeys, LocalStorage<Value>>) -> Value {
    let key = LocalKey.key(for: path)
    return context[attachment: key.attachment] ?? key.defaultValue
  }
}

extension Optional where Wrapped: Sendable {
  /// The value, or a key's default; changed in its own memory.
  fileprivate subscript(for key: LocalKey<Wrapped>) -> Wrapped {
    get { self ?? key.defaultValue }
    _modify {
      var value = take() ?? key.defaultValue
      defer { self = key.declaration.stored(value) }
      yield &value
    }
  }
}
