extension StoreView where Root == State {
  /// The state after each change of anything in it, also of what is below; not for an override.
  public var stateDidUpdate: ModelStream<State> {
    place.values(range: nil, startsNow: false, isSame: Equality.ofAll(State.self)) { $0 }
  }

  /// The same as ``stateDidUpdate``, in the spelling of publishers.
  public var stateDidUpdatePublisher: ModelStream<State> { stateDidUpdate }

  /// A value with its getter, setter and changes, to hand on.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The value.
  public func view<Value: Equatable & Sendable>(
    for keyPath: WritableKeyPath<State, Value>
  ) -> StateView<Value> {
    // SAFETY: a key path is immutable, and those of a program's literals capture what is Sendable.
    nonisolated(unsafe) let path = keyPath
    let place = place
    return StateView(
      get: { unsafe place.liveState[keyPath: path] },
      set: { unsafe place.setBoundValue($0, at: path) },
      stream: { unsafe place.values(at: path, startsNow: true) { $0 == $1 } }
    )
  }
}

extension Model {
  /// The values of a property from now on, in the spelling of publishers.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The values.
  public func changesPublisher<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> { changes(of: keyPath) }

  /// The present value of a property, then those from now on, in the spelling of publishers.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The values.
  public func valuesPublisher<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>
  ) -> ModelStream<Value> { values(of: keyPath) }
}

/// A value that someone else keeps, with its changes.
public struct StateView<Value: Sendable>: Sendable {
  private let get: @Sendable () -> Value
  private let set: @Sendable (Value) -> Void
  private let makeStream: @Sendable () -> ModelStream<Value>

  init(
    get: @escaping @Sendable () -> Value,
    set: @escaping @Sendable (Value) -> Void,
    stream: @escaping @Sendable () -> ModelStream<Value>
  ) {
    self.get = get
    self.set = set
    makeStream = stream
  }

  /// The value.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The present value, then those from now on.
  public var stream: ModelStream<Value> { makeStream() }
}
