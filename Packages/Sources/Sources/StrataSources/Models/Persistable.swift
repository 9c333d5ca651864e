import Foundation

/// A stored value: found, or not.
@dynamicMemberLookup
public enum Persistable<Value> {
  /// There is a value.
  case found(Found)
  /// There is none.
  case notFound(NotFound)

  /// A value that was found.
  @dynamicMemberLookup
  public struct Found {
    /// The value.
    public let value: Value
    /// Whether the value is older than it may be.
    public let isExpired: Bool
    /// Stores another value.
    public let set: Action<Value>
    /// Forgets the value.
    public let clear: Action<Void>

    /// Makes a description of a value that was found.
    public init(
      value: Value,
      isExpired: Bool = false,
      set: Action<Value> = .doNothing,
      clear: Action<Void> = .doNothing
    ) {
      self.value = value
      self.isExpired = isExpired
      self.set = set
      self.clear = clear
    }

    /// A property of the value.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
      value[keyPath: keyPath]
    }
  }

  /// The state without a value.
  public struct NotFound {
    /// The reason why a stored value could not be read, or why a value could not be stored.
    public let error: (any Error)?
    /// Stores a value.
    public let set: Action<Value>
    /// Whether there was a value, which a cache has removed to make room for others.
    let hasMadeRoom: Bool

    /// Makes a description of the state.
    public init(error: (any Error)? = nil, set: Action<Value> = .doNothing) {
      self.error = error
      self.set = set
      hasMadeRoom = false
    }

    init(set: Action<Value>, hasMadeRoom: Bool) {
      error = nil
      self.set = set
      self.hasMadeRoom = hasMadeRoom
    }
  }

  /// The value, if there is one.
  public var found: Found? {
    if case .found(let found) = self { found } else { nil }
  }

  /// The state without a value, if there is none.
  public var notFound: NotFound? {
    if case .notFound(let notFound) = self { notFound } else { nil }
  }

  /// Stores a value.
  ///
  /// When the action of a source in memory, a file, a cache or the user's defaults returns, the calling thread reads the
  /// value that it has set, or a later one. This is so inside a subscriber, and while other threads set values or notify
  /// subscribers. The thread that notifies subscribers already may notify them of the value after the return.
  ///
  /// A value that cannot be stored is not shown. If another thread was storing a value meanwhile, it may be shown until
  /// its turn comes; then the former value is shown again, and the error is reported.
  public var set: Action<Value> {
    switch self {
    case .found(let found): found.set
    case .notFound(let notFound): notFound.set
    }
  }

  /// Forgets the value; there only if there is one.
  ///
  /// When it returns, the calling thread reads that there is no value, or a later value, as for ``set``.
  public var clear: Action<Void>? { found?.clear }

  /// A property of the value, if there is one.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    found?.value[keyPath: keyPath]
  }
}

extension Persistable: Sendable where Value: Sendable {}
extension Persistable.Found: Sendable where Value: Sendable {}
extension Persistable.NotFound: Sendable where Value: Sendable {}
extension Persistable: Equatable where Value: Equatable {}
extension Persistable.Found: Equatable where Value: Equatable {}

extension Persistable.NotFound: Equatable {
  /// Whether the errors read the same, and the actions are.
  public static func == (a: Self, b: Self) -> Bool {
    a.set == b.set && a.error?.localizedDescription == b.error?.localizedDescription
  }
}

extension Persistable: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool { true }

  func visitActions(_ search: inout ActionSearch) {
    search.visit(set)
    if let found {
      search.visit(found.clear)
      search.visit(found.value)
    }
  }
}
