public import Foundation

extension URL {
  /// The address that a person has typed for a service; `nil` if no request can be sent to it.
  ///
  /// - Parameter text: `http://host` or `https://host`, with a path and a port of 1 to 65535 if any.
  public init?(asking text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    if let port = url.port {
      guard (1...65_535).contains(port) else { return nil }
    } else if Self.namesPort(text) {
      // One that is too large for a number is none to Foundation, and would be the usual one.
      return nil
    }
    self = url
  }

  private static func namesPort(_ text: String) -> Bool {
    guard let start = text.firstRange(of: "//")?.upperBound else { return false }
    let authority = text[start...].prefix { !"/?#".contains($0) }
    let place = authority.split(separator: "@").last ?? authority
    return place.last != "]" && place.split(separator: ":").count > 1
  }
}
