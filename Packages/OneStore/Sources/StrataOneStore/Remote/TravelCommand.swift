/// A line that a program is sent by who travels in its history.
enum TravelCommand: Sendable, Hashable {
  /// Asks for the records, and for those that follow.
  case connect
  /// Lets views see a record; the store's own state for `nil`.
  case setOverride(Int?)
  /// Lets views see a state that is sent along.
  case overrideState(JSONValue)
  /// Asks for the difference of a record from the one before.
  case printDiff(Int)

  /// Reads a line.
  init(_ line: [UInt8]) throws(TravelLineError) {
    let value: JSONValue
    do {
      value = try JSONValue(line: line)
    } catch {
      throw TravelLineError("The line is no JSON: \(error)")
    }
    guard case .object = value else { throw TravelLineError("The line is no object.") }
    if let version = value["v"], version != .integer(Int64(TravelLine.version)) {
      throw TravelLineError("The line is of another version; this program knows version 1.")
    }
    switch value["type"]?.text {
    case "onConnect": self = .connect
    case "setOverride":
      switch value["number"] {
      case .null?: self = .setOverride(nil)
      case let number?: self = .setOverride(try Self.number(number))
      case nil: throw TravelLineError("setOverride needs a number, or null.")
      }
    case "overrideState":
      guard let state = value["state"] else {
        throw TravelLineError("overrideState needs a state.")
      }
      self = .overrideState(state)
    case "printDiff": self = .printDiff(try Self.number(value["number"] ?? .null))
    case let other?: throw TravelLineError("There is no \(other.prefix(40)). \(Self.known)")
    case nil: throw TravelLineError("The line has no type. \(Self.known)")
    }
  }

  private static let known = "Send onConnect, setOverride, overrideState or printDiff."

  private static func number(_ value: JSONValue) throws(TravelLineError) -> Int {
    guard let number = value.wholeNumber else {
      throw TravelLineError("The number has to be that of a record.")
    }
    return number
  }
}

/// What is wrong with a line.
struct TravelLineError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
