import Foundation

/// The proxy that the environment names for addresses with `http:`.
///
/// Addresses of this machine, those that `no_proxy` names, and those with `https:` are asked directly.
struct HTTPProxy: Hashable, Sendable {
  let host: String
  let port: Int

  /// - Returns: `nil` where the address is to be asked directly.
  init?(for address: HTTPAddress, environment: [String: String]) {
    guard !address.isSecure, !address.isOwn,
      // The upper-case name may be a header of a request, in a program that a web server starts.
      let text = environment["http_proxy"], !text.isEmpty,
      let url = URL(string: text.contains("://") ? text : "http://\(text)"),
      url.scheme?.lowercased() == "http", let proxy = try? HTTPAddress(url),
      !Self.excepts(address.host, environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
    else { return nil }
    (host, port) = (proxy.host, url.port ?? 1080)
  }

  private static func excepts(_ host: String, _ list: String) -> Bool {
    let host = host.lowercased()
    return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
      return name == "*" || host == name || host.hasSuffix(".\(name)")
    }
  }
}
