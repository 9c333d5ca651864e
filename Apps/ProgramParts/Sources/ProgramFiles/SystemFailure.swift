#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed call into the system, or a file that these calls do not accept.
public struct SystemFailure: Error, Hashable, Sendable {
  /// The system's number; negative for the reasons that are this module's own.
  public var number: Int32

  /// Makes a failure of a number of the system.
  public init(_ number: Int32) {
    self.number = number
  }

  /// The failure of the call that just returned.
  public static var last: SystemFailure { SystemFailure(errno) }

  /// The path names a pipe, a device, a socket or the like.
  public static let notRegular = SystemFailure(-1)
  /// The file has more bytes than the caller accepts.
  public static let tooLarge = SystemFailure(-2)
  /// Another process has had the lock for longer than the caller waits.
  public static let locked = SystemFailure(-3)

  /// Another program has changed the file between two steps of this one.
  public static let changed = SystemFailure(-4)

  /// The failure in words; the system's own where there are any.
  public var words: String {
    switch self {
    case .notRegular: "it is no regular file"
    case .tooLarge: "it is too large"
    case .locked: "another process holds it"
    case .changed: "another program has changed it meanwhile"
    // SAFETY: the text is copied before another call can change it.
    default: unsafe String(cString: strerror(number))
    }
  }

  /// Whether there is no such file.
  public var isNoSuchFile: Bool { number == ENOENT }
  /// Whether the disk, or the user's share of it, is full.
  public var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
  /// Whether permissions forbid it.
  public var isRefused: Bool { number == EACCES || number == EPERM || number == EROFS }
}
