public import Foundation
import StrataConcurrency

/// Names a value in a cache, and defines when it expires and whether it may be removed.
public struct CacheDescriptor<Value: Sendable>: Sendable {
  /// The key of the value.
  public let key: String
  /// After how many seconds the value has expired; `nil` or infinity for never.
  public let expireAfter: TimeInterval?
  /// Whether the value may be removed to make room.
  public let retentionPolicy: CacheRetentionPolicy

  /// Describes a value.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - expireAfter: After how many seconds the value expires; `nil` or infinity for never. A negative value is
  ///     reported and counts as 0; a value that is not a number counts as never.
  ///   - retentionPolicy: Whether the value may be removed to make room.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    key: String,
    expireAfter: TimeInterval? = nil,
    retentionPolicy: CacheRetentionPolicy = .discardable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.key = key
    self.expireAfter = Seconds.expiry(expireAfter, at: callSite)
    self.retentionPolicy = retentionPolicy
  }
}

/// Whether a cache may remove a value that the program has not cleared.
public enum CacheRetentionPolicy: String, Sendable, Hashable {
  /// At any time: to make room, and under memory pressure.
  case discardable
  /// Once it has expired.
  case retainUntilExpired
  /// Never.
  case retain
}

/// The limit of the removable values of a cache.
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
/// Other values count as their type's size, without the objects that they refer to.
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
