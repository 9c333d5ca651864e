public import Foundation

/// Names a value in a cache, and says how long it is good and whether it may be removed.
public struct CacheDescriptor<Value: Sendable>: Sendable {
  /// The key of the value.
  public let key: String
  /// After how many seconds the value has expired; `nil` for never.
  public let expireAfter: TimeInterval?
  /// Whether the value may be removed to make room.
  public let retentionPolicy: CacheRetentionPolicy

  /// Describes a value.
  public init(
    key: String,
    expireAfter: TimeInterval? = nil,
    retentionPolicy: CacheRetentionPolicy = .discardable
  ) {
    self.key = key
    self.expireAfter = expireAfter
    self.retentionPolicy = retentionPolicy
  }
}

/// Whether a cache may remove a value that nobody has cleared.
public enum CacheRetentionPolicy: String, Sendable, Hashable {
  /// At any time: to make room, and under memory pressure.
  case discardable
  /// Once it has expired.
  case retainUntilExpired
  /// Never.
  case retain
}

/// How much a cache may hold of what it may remove.
public enum CacheLimit: Sendable, Hashable {
  /// Whatever comes.
  case unlimited
  /// So many bytes, as ``CacheSizeRepresentable`` counts them.
  case maxSize(Int)
  /// So many values.
  case maxCount(Int)
  /// So many bytes, and so many values.
  case maxSizeAndCount(size: Int, count: Int)

  func isExceeded(size: Int, count: Int) -> Bool {
    switch self {
    case .unlimited: false
    case .maxSize(let limit): size > limit
    case .maxCount(let limit): count > limit
    case .maxSizeAndCount(let sizeLimit, let countLimit): size > sizeLimit || count > countLimit
    }
  }
}

/// A value that knows how many bytes it takes in a cache.
///
/// Other values count as their type's size, without what they refer to.
public protocol CacheSizeRepresentable {
  /// The number of bytes.
  var cacheSize: Int { get }
}

extension Data: CacheSizeRepresentable {
  /// The number of bytes.
  public var cacheSize: Int { count }
}

extension String: CacheSizeRepresentable {
  /// The number of bytes in UTF-8.
  public var cacheSize: Int { utf8.count }
}
