import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The destination of a request, as a URL gives it.
struct HTTPAddress: Hashable, Sendable {
  let host: String
  let port: Int
  let isSecure: Bool
  /// Path and query, as the request names them.
  let target: String
  /// The authority as the request names it, with the port if it is not the usual one.
  let authority: String

  /// - Throws: ``HTTPFailure`` with code `address`.
  init(_ url: URL) throws(HTTPFailure) {
    let scheme = url.scheme?.lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw HTTPFailure(.address, "only http: and https: are asked")
    }
    guard let host = url.host(percentEncoded: false), !host.isEmpty else {
      throw HTTPFailure(.address, "it names no host")
    }
    isSecure = scheme == "https"
    let usual = isSecure ? 443 : 80
    port = url.port ?? usual
    guard (1...65_535).contains(port) else {
      throw HTTPFailure(.address, "a port lies between 1 and 65535")
    }
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    target = (path.isEmpty ? "/" : path) + query
    let name = self.host.contains(":") ? "[\(self.host)]" : self.host
    authority = port == usual ? name : "\(name):\(port)"
    // Line ends in a request would be headers of its own.
    guard (target + authority).utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw HTTPFailure(.address, "it holds characters that no request can")
    }
  }

  /// Whether the address is one of this machine's own, about which no proxy is asked.
  var isOwn: Bool {
    // A dot at the end says that the name is whole.
    let name =
      host.lowercased().hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return Self.isOwnNumber(name)
  }

  /// Whether a host is a number of this machine's own, in any of the forms that the system takes.
  private static func isOwnNumber(_ host: String) -> Bool {
    var (old, new) = (in_addr(), in6_addr())
    // SAFETY: the system reads a C string, and writes one address.
    if unsafe inet_aton(host, &old) != 0 {
      let number = UInt32(bigEndian: old.s_addr)
      return number >> 24 == 127 || number == 0
    }
    let name = host.split(separator: "%", maxSplits: 1).first.map(String.init) ?? host
    // SAFETY: the same.
    guard unsafe inet_pton(AF_INET6, name, &new) == 1 else { return false }
    // SAFETY: sixteen bytes, copied before they go.
    let bytes = unsafe withUnsafeBytes(of: &new) { unsafe Array($0) }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127]
    return bytes.starts(with: mapped) || bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] < 2
  }
}
