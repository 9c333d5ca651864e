public import Foundation

extension URL {
  /// The address that a person has typed for a service; `nil` if no request can be sent to it.
  ///
  /// - Parameter text: `http://host` or `https://host`, with a path and a port of 1 to 65535 if any.
  public init?(asking text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    if let port = url.port, !(1...65_535).contains(port) { return nil }
    self = url
  }
}
