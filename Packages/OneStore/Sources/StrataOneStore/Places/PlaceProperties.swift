import StrataConcurrency

/// A value that the models of a place share, without its type.
protocol AnyPropertyBox: AnyObject, Sendable {
  /// Ends the sequences of its values.
  func finish()
}

/// A value that the models of a place share.
final class PropertyBox<Value: Sendable>: AnyPropertyBox {
  private let source: Multicast<Value>
  private let current: Locked<Value>

  init(_ value: Value) {
    current = Locked(value, rank: .leaf)
    source = Multicast(replaying: value)
  }

  var value: Value {
    get { current.withLock { $0 } }
    set {
      let former = current.withLock { value in
        defer { value = newValue }
        return value
      }
      source.send(newValue)
      withExtendedLifetime(former) {}
    }
  }

  func finish() { source.finish() }

  var values: MulticastSequence<Value> { source.subscribe() }
}

extension AnyPlace {
  /// Takes the properties out, at the end of the place.
  func takeProperties() -> [any AnyPropertyBox] {
    lock.lock()
    defer { lock.unlock() }
    return Array(properties.values)
  }

  /// The value of a property, made if it is not there.
  func property<Value: Sendable>(_ key: PropertyKey, _ first: () -> Value) -> PropertyBox<Value> {
    lock.lock()
    let known = properties[key]
    lock.unlock()
    if let known = known as? PropertyBox<Value> { return known }
    let made = PropertyBox(first())
    lock.lock()
    defer { lock.unlock() }
    if let known = properties[key] as? PropertyBox<Value> { return known }
    properties[key] = made
    return made
  }
}
