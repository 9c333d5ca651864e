#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where an inspector waits for programs: a Unix socket, or a port of the loopback interface.
public enum LiveAddress: Sendable, Hashable, CustomStringConvertible {
  /// The path of a Unix socket.
  case unix(String)
  /// A TCP port of 127.0.0.1.
  case loopback(port: Int)

  /// Reads an address: a path, which contains `/`, or a port such as `7070` or `127.0.0.1:7070`.
  ///
  /// Any other text gives `nil`: other hosts are not reached.
  ///
  /// - Parameter text: The address.
  public init?(_ text: String) {
    if text.contains("/") {
      guard text.utf8.count <= Self.longestPath, !text.utf8.contains(0) else { return nil }
      self = .unix(text)
      return
    }
    var digits = text[...]
    for host in ["127.0.0.1:", "localhost:"] where text.hasPrefix(host) {
      digits = text.dropFirst(host.count)
    }
    guard let port = Int(digits), (1...65_535).contains(port) else { return nil }
    self = .loopback(port: port)
  }

  /// How many bytes the path of a Unix socket may have.
  public static let longestPath = 100

  /// Where `strata-inspect serve` waits unless it is told otherwise: in a folder of the user's own.
  public static var standard: LiveAddress {
    standard { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
  }

  /// The same with another environment.
  static func standard(_ variable: (String) -> String?) -> LiveAddress {
    if let address = variable("STRATA_INSPECT").flatMap({ LiveAddress($0) }) { return address }
    if let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty,
      let address = LiveAddress(folder + "/strata-inspect/socket")
    {
      return address
    }
    return .unix("/tmp/strata-inspect-\(getuid())/socket")
  }

  /// The path, or `127.0.0.1:7070`.
  public var description: String {
    switch self {
    case .unix(let path): path
    case .loopback(let port): "127.0.0.1:\(port)"
    }
  }
}
