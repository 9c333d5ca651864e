import ArgumentParser
import Foundation

/// A port of this machine: 0 to 65535.
struct Port: ExpressibleByArgument, Sendable {
  let number: UInt16

  init?(argument: String) {
    guard let number = UInt16(argument) else { return nil }
    self.number = number
  }

  static let help = "0 to 65535; 0 lets the system choose"
}

/// How many seconds, above or from zero.
struct Seconds: ExpressibleByArgument, Sendable {
  /// A day; who waits longer does not wait any more.
  static let most = 86_400.0

  let count: Double

  init?(argument: String) {
    guard let count = Double(argument), (0...Self.most).contains(count) else { return nil }
    self.count = count
  }

  var duration: Duration { .seconds(count) }
}

/// An address that a request can be sent to.
struct Address: ExpressibleByArgument, Sendable {
  let url: URL

  init?(argument: String) {
    guard let url = URL(string: argument), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    if let port = url.port, !(1...65_535).contains(port) { return nil }
    self.url = url
  }

  static let help = "http://host/path or https://host/path, with a port of 1 to 65535 if any"
}
