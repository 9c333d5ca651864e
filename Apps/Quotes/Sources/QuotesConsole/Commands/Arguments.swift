import ArgumentParser
import Foundation
import ProgramHTTP
import QuotesSources

/// A port of this machine: 0 to 65535.
struct Port: Sendable {
  let number: UInt16

  /// - Throws: `ValidationError` that names the range.
  init(argument: String) throws {
    guard let number = UInt16(argument) else { throw ValidationError("a port is \(Self.help)") }
    self.number = number
  }

  static let help = "0 to 65535; 0 lets the system choose"
}

/// How many seconds, above or from zero.
struct Seconds: Sendable {
  /// A day; a longer wait makes no sense.
  static let most = 86_400.0

  let count: Double

  /// - Throws: `ValidationError` that names the range.
  init(argument: String) throws {
    guard let count = Double(argument), (0...Self.most).contains(count) else {
      throw ValidationError("seconds are a number from 0 to \(Int(Self.most))")
    }
    self.count = count
  }

  var duration: Duration { .seconds(count) }
}

/// An address that a request can be sent to.
///
/// It has no user's name and no password: they are never sent, and must not be shown or kept.
struct Address: Sendable {
  let url: URL

  init?(_ text: String) {
    guard let url = URL(asking: text) else { return nil }
    self.url = url.withoutUser
  }

  static let help = "http://host/path or https://host/path, with a port of 1 to 65535 if any"
}

/// An address on the command line.
///
/// The parser would show one that it refuses, with the password in it. So it takes any text.
struct AddressArgument: ExpressibleByArgument, Sendable {
  /// `nil` if no request can be sent to it.
  let address: Address?

  init(argument: String) { address = Address(argument) }
}
