/// A value that exists while an observer is connected, and a placeholder to show otherwise.
@dynamicMemberLookup
public struct ConnectableWithPlaceholder<Value, Placeholder> {
  /// The state of the connection.
  public let connectable: Connectable<Value>
  /// The content to show while there is no value.
  public let placeholder: Placeholder

  /// Makes a model.
  public init(_ connectable: Connectable<Value>, placeholder: Placeholder) {
    self.connectable = connectable
    self.placeholder = placeholder
  }

  /// The state without a connection, if there is none.
  public var disconnected: Connectable<Value>.Disconnected? { connectable.disconnected }

  /// The connection, if there is one.
  public var connected: Connectable<Value>.Connected? { connectable.connected }

  /// Whether there is a connection.
  public var isConnected: Bool { connectable.isConnected }

  /// Connects, unless there is a connection already.
  public func connect() { connectable.connect() }

  /// Disconnects, unless there is no connection.
  public func disconnect() { connectable.disconnect() }

  /// A property of the value, if there is a connection.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    connectable[dynamicMember: keyPath]
  }
}

extension ConnectableWithPlaceholder: Sendable where Value: Sendable, Placeholder: Sendable {}
extension ConnectableWithPlaceholder: Equatable where Value: Equatable, Placeholder: Equatable {}
