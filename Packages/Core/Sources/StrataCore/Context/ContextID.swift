import Synchronization

/// Identifies a context for the life of the process.
@frozen
public struct ContextID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Counts up from 1 in order of creation.
  public let rawValue: UInt64

  private static let last = Atomic<UInt64>(0)

  static func next() -> ContextID {
    ContextID(rawValue: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// `#42`.
  public var description: String { "#\(rawValue)" }

  /// Orders by age.
  public static func < (a: ContextID, b: ContextID) -> Bool { a.rawValue < b.rawValue }
}
