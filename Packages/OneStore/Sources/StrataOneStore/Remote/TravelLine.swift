import StrataConcurrency

/// A line that a program sends to who travels in its history: one object of JSON.
struct TravelLine: Sendable, Hashable {
  /// The number of the format; raised when a reader of the former one would misread.
  static let version = 1

  let value: JSONValue

  private init(_ type: String, _ members: [String: JSONValue]) {
    var members = members
    members["v"] = .integer(Int64(Self.version))
    members["type"] = .string(type)
    value = .object(members)
  }

  /// The bytes, with the end of the line.
  var bytes: [UInt8] { value.line + [0x0A] }

  /// The first line.
  static func opened(_ store: String, count: Int, isOverridden: Bool) -> TravelLine {
    TravelLine(
      "opened",
      [
        "format": "strata-states", "store": .string(store), "count": .integer(Int64(count)),
        "isOverridden": .bool(isOverridden),
      ]
    )
  }

  /// A whole state.
  static func state(_ record: TravelRecordHead, _ content: TravelContent) -> TravelLine {
    TravelLine("state", record.members.merging(content.members) { first, _ in first })
  }

  /// How a state differs from that of the line before which has one.
  static func change(_ record: TravelRecordHead, _ content: TravelContent) -> TravelLine {
    TravelLine("change", record.members.merging(content.members) { first, _ in first })
  }

  /// Which state views see; `nil` for the store's own.
  static func override(_ override: TravelOverride) -> TravelLine {
    switch override {
    case .none: TravelLine("override", ["number": .null])
    case .record(let number): TravelLine("override", ["number": .integer(Int64(number))])
    case .other: TravelLine("override", ["number": .null, "isOther": .bool(true)])
    }
  }

  /// The difference of a state from the one before, to be read by people.
  static func difference(_ number: Int, _ text: String?) -> TravelLine {
    TravelLine(
      "diff",
      ["number": .integer(Int64(number)), "text": text.map { .string($0) } ?? .null]
    )
  }

  /// What is wrong with a line that has come.
  static func error(_ message: String, line: Int) -> TravelLine {
    TravelLine("error", ["line": .integer(Int64(line)), "message": .string(message)])
  }
}

/// Which record a line is about.
struct TravelRecordHead: Sendable {
  let number: Int
  let time: Duration

  var members: [String: JSONValue] {
    let (seconds, attoseconds) = time.components
    return [
      "number": .integer(Int64(number)),
      "time": .number(Double(seconds) + Double(attoseconds) * 1e-18),
    ]
  }
}

/// What a line says of a state.
enum TravelContent: Sendable {
  case state(JSONValue)
  case patch([JSONValue])
  /// For people, where a state has no JSON.
  case text(String?)
  /// It would be too long a line.
  case omitted(bytes: Int)

  var members: [String: JSONValue] {
    switch self {
    case .state(let state): ["state": state]
    case .patch(let operations): ["patch": .array(operations)]
    case .text(let text): ["text": text.map { .string($0) } ?? .null]
    case .omitted(let bytes): ["omitted": .integer(Int64(bytes))]
    }
  }
}

/// Which state views see.
enum TravelOverride: Sendable, Hashable {
  case none
  case record(Int)
  /// One that is no record.
  case other
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .string(value) }
}
