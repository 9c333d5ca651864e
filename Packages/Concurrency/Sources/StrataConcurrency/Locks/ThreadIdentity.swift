#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#endif

/// The identity of a thread: equal for the same running thread, unequal for two that run at once.
///
/// The system may give the identity of a thread that has ended to a new one. So an identity means something only while
/// its thread runs.
public struct ThreadIdentity: Sendable, Hashable {
  /// Never zero.
  public let rawValue: UInt

  /// Makes the identity again from its raw value.
  @inlinable
  @inline(__always)
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The thread that asks.
  @inlinable
  public static var current: ThreadIdentity {
    @inline(__always) get {
      #if canImport(Glibc)
      ThreadIdentity(rawValue: UInt(pthread_self()))
      #else
      ThreadIdentity(rawValue: unsafe UInt(bitPattern: pthread_self()))
      #endif
    }
  }
}
