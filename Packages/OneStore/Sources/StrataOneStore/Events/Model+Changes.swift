extension Model {
  /// The values of a property from now on, each that differs from the one before; not the present one.
  ///
  /// No value is left out, whatever the speed of the consumer.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The values.
  public func changes<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    place.values(at: keyPath, startsNow: false) { $0 == $1 }
  }

  /// The present value of a property, then each that differs from the one before.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The values.
  public func values<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> {
    place.values(at: keyPath, startsNow: true) { $0 == $1 }
  }

  /// The values of a property from now on, by an equality of one's own.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - isSame: Whether two values are alike, so that the later one is left out.
  /// - Returns: The values.
  public func changes<Value: Sendable>(
    of keyPath: KeyPath<State, Value>,
    isSame: @escaping (Value, Value) -> Bool
  ) -> ModelStream<Value> {
    place.values(at: keyPath, startsNow: false, isSame: isSame)
  }

  /// The present value of a property, then those from now on, by an equality of one's own.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - isSame: Whether two values are alike, so that the later one is left out.
  /// - Returns: The values.
  public func values<Value: Sendable>(
    of keyPath: KeyPath<State, Value>,
    isSame: @escaping (Value, Value) -> Bool
  ) -> ModelStream<Value> {
    place.values(at: keyPath, startsNow: true, isSame: isSame)
  }

  /// A signal for each change of anything in the model's state, also of what is below.
  ///
  /// What views see while the store is overridden is no change.
  public func allChanges() -> ModelStream<State> {
    place.values(range: nil, startsNow: false, isSame: Equality.ofAll(State.self)) { $0 }
  }
}

extension Place {
  /// Makes a stream of the values of a property.
  final func values<Value: Sendable>(
    at path: KeyPath<State, Value>,
    startsNow: Bool,
    isSame: @escaping (Value, Value) -> Bool
  ) -> ModelStream<Value> {
    let start = MemoryLayout<State>.offset(of: path)
    return values(
      range: start.map { $0..<$0 + max(MemoryLayout<Value>.size, 1) },
      startsNow: startsNow,
      isSame: isSame
    ) { $0[keyPath: path] }
  }
}

extension Equality {
  /// The equality of a type; without one no two values are equal.
  static func ofAll<Value>(_ type: Value.Type) -> (Value, Value) -> Bool {
    of(type) ?? { _, _ in false }
  }
}
