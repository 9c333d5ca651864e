import Foundation

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
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.")
      || name == "::1" || name == "0.0.0.0" || name == "::"
  }
}
