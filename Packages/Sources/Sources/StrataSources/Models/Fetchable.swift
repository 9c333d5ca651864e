import Foundation

/// A value that is fetched from elsewhere: being fetched, fetched, or failed.
@dynamicMemberLookup
public enum Fetchable<Value> {
  /// The value is on its way.
  case fetching(Fetching)
  /// The value has been fetched.
  case fetched(Fetched)
  /// The value could not be fetched.
  case failure(Failure)

  /// A fetch that is running.
  public struct Fetching {
    /// How far it is, if that is known.
    public let progress: Source<FetchProgress>?

    /// Makes a description of a running fetch.
    public init(progress: Source<FetchProgress>? = nil) { self.progress = progress }
  }

  /// A value that was fetched.
  @dynamicMemberLookup
  public struct Fetched {
    /// The value.
    public let value: Value
    /// Fetches the value again; the old one stays until the new one has come.
    public let refresh: Action<Void>?

    /// Makes a description of a fetched value.
    public init(value: Value, refresh: Action<Void>? = nil) {
      self.value = value
      self.refresh = refresh
    }

    /// A property of the value.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
      value[keyPath: keyPath]
    }
  }

  /// A fetch that failed.
  public struct Failure {
    /// Why it failed.
    public let error: any Error
    /// How many attempts have failed since the last that did not.
    public let failedAttempts: Int
    /// Fetches the value once more.
    public let retry: Action<Void>?

    /// Makes a description of a failed fetch.
    public init(error: any Error, failedAttempts: Int = 1, retry: Action<Void>? = nil) {
      self.error = error
      self.failedAttempts = failedAttempts
      self.retry = retry
    }
  }

  /// The running fetch, if one is running.
  public var fetching: Fetching? {
    if case .fetching(let fetching) = self { fetching } else { nil }
  }

  /// The fetched value, if it has come.
  public var fetched: Fetched? {
    if case .fetched(let fetched) = self { fetched } else { nil }
  }

  /// The failure, if the fetch has failed.
  public var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  /// The same with the result of a function of the value.
  ///
  /// - Throws: The error that `transform` throws.
  public func map<NewValue>(
    _ transform: (Value) throws -> NewValue
  ) rethrows -> Fetchable<NewValue> {
    switch self {
    case .fetching(let fetching): .fetching(.init(progress: fetching.progress))
    case .fetched(let fetched):
      .fetched(.init(value: try transform(fetched.value), refresh: fetched.refresh))
    case .failure(let failure):
      .failure(
        .init(
          error: failure.error,
          failedAttempts: failure.failedAttempts,
          retry: failure.retry
        )
      )
    }
  }
}

extension Fetchable {
  /// A property of the value, if it has come.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    fetched?.value[keyPath: keyPath]
  }

  /// Fetches the value again, by whatever action the state offers; nothing while it is fetching.
  func fetchAgain() {
    switch self {
    case .fetching: break
    case .fetched(let fetched): fetched.refresh?()
    case .failure(let failure): failure.retry?()
    }
  }
}

extension Fetchable: Sendable where Value: Sendable {}
extension Fetchable.Fetching: Sendable {}
extension Fetchable.Fetched: Sendable where Value: Sendable {}
extension Fetchable.Failure: Sendable {}

extension Fetchable: Equatable where Value: Equatable {}
extension Fetchable.Fetched: Equatable where Value: Equatable {}

extension Fetchable.Fetching: Equatable {
  /// Whether both know how far they are, or neither.
  public static func == (a: Self, b: Self) -> Bool {
    (a.progress == nil) == (b.progress == nil)
  }
}

extension Fetchable.Failure: Equatable {
  /// Whether the errors read the same, after as many attempts, with the same way to retry.
  public static func == (a: Self, b: Self) -> Bool {
    a.failedAttempts == b.failedAttempts && a.retry == b.retry
      && a.error.localizedDescription == b.error.localizedDescription
  }
}

extension Fetchable: ActionHolding {
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool { true }

  func visitActions(_ search: inout ActionSearch) {
    switch self {
    case .fetching: break
    case .fetched(let fetched):
      search.visit(fetched.refresh)
      search.visit(fetched.value)
    case .failure(let failure): search.visit(failure.retry)
    }
  }
}
