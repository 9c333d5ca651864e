public import Foundation

/// A value with the time of its last change, or that it was deleted then.
public struct Versioned<Value> {
  /// The value; `nil` if it was deleted.
  public let value: Value?
  /// When it was changed or deleted.
  public let modified: Date

  /// Makes a version.
  public init(value: Value?, modified: Date) {
    self.value = value
    self.modified = modified
  }
}

extension Versioned: Sendable where Value: Sendable {}
extension Versioned: Equatable where Value: Equatable {}
extension Versioned: Codable where Value: Codable {}

/// The requests that a server accepts for one value.
public struct SyncEndpoint<Value: Sendable>: Sendable {
  /// Gets the server's value; `nil` if it has never had the value.
  public let get: @Sendable () async throws -> Versioned<Value>?
  /// Gives the server a value that it does not have.
  public let create: @Sendable (Versioned<Value>) async throws -> Void
  /// Gives the server a newer value.
  public let update: @Sendable (Versioned<Value>) async throws -> Void
  /// Lets the server delete the value; the date is that of the deletion.
  public let delete: @Sendable (Date) async throws -> Void

  /// Makes an endpoint of four functions.
  public init(
    get: @escaping @Sendable () async throws -> Versioned<Value>?,
    create: @escaping @Sendable (Versioned<Value>) async throws -> Void,
    update: @escaping @Sendable (Versioned<Value>) async throws -> Void,
    delete: @escaping @Sendable (Date) async throws -> Void
  ) {
    self.get = get
    self.create = create
    self.update = update
    self.delete = delete
  }
}
