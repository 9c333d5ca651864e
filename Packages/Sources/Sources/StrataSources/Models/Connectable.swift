/// A value that exists only while an observer is connected, and costs nothing otherwise.
@dynamicMemberLookup
public enum Connectable<Value> {
  /// There is no value, and nothing that makes one.
  case disconnected(Disconnected)
  /// The value exists.
  case connected(Connected)

  /// No observer is connected.
  public struct Disconnected {
    /// Acquires the resources for the value.
    public let connect: Action<Void>

    /// Makes a description of the state.
    public init(connect: Action<Void>) { self.connect = connect }
  }

  /// The value of a connection.
  @dynamicMemberLookup
  public struct Connected {
    /// The value.
    public let value: Value
    /// Releases the resources of the value.
    public let disconnect: Action<Void>

    /// Makes a description of the state.
    public init(value: Value, disconnect: Action<Void>) {
      self.value = value
      self.disconnect = disconnect
    }

    /// A property of the value.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
      value[keyPath: keyPath]
    }
  }

  /// The state without a connection, if there is none.
  public var disconnected: Disconnected? {
    if case .disconnected(let disconnected) = self { disconnected } else { nil }
  }

  /// The connection, if there is one.
  public var connected: Connected? {
    if case .connected(let connected) = self { connected } else { nil }
  }

  /// Whether there is a connection.
  public var isConnected: Bool { connected != nil }

  /// Connects, unless there is a connection already.
  public func connect() { disconnected?.connect() }

  /// Disconnects, unless there is no connection.
  public func disconnect() { connected?.disconnect() }

  /// A property of the value, if there is a connection.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    connected?.value[keyPath: keyPath]
  }

  /// The same with the result of a function of the value.
  ///
  /// - Throws: The error that `transform` throws.
  public func map<NewValue>(
    _ transform: (Value) throws -> NewValue
  ) rethrows -> Connectable<NewValue> {
    switch self {
    case .disconnected(let state): .disconnected(.init(connect: state.connect))
    case .connected(let state):
      .connected(.init(value: try transform(state.value), disconnect: state.disconnect))
    }
  }
}

extension Connectable: Sendable where Value: Sendable {}
extension Connectable.Disconnected: Sendable {}
extension Connectable.Connected: Sendable where Value: Sendable {}
extension Connectable: Equatable where Value: Equatable {}
extension Connectable.Disconnected: Equatable {}
extension Connectable.Connected: Equatable where Value: Equatable {}

extension Connectable: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool { true }

  func visitActions(_ search: inout ActionSearch) {
    switch self {
    case .disconnected(let state): search.visit(state.connect)
    case .connected(let state):
      search.visit(state.disconnect)
      search.visit(state.value)
    }
  }
}
