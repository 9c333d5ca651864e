import Foundation
import ProgramFiles

extension StandupsDocument {
  /// Reads the values of a text that was found to be JSON.
  ///
  /// Format and version come first, because this version's rules do not apply to the content of another kind of file
  /// or a newer one.
  ///
  /// - Throws: ``DocumentMismatch``, or `JSONFault` with the place of a wrong value.
  init(values bytes: [UInt8]) throws {
    var reader = JSONReader(bytes, depth: Self.bounds.depth)
    var places: [String: Range<Int>] = [:]
    do throws(JSONFault) {
      try reader.object { reader, key throws(JSONFault) in
        // Other keys are not remembered: there may be any number.
        switch key {
        case "format", "version", "settings", "standups": places[key] = try reader.skip()
        default: try reader.skip()
        }
      }
    } catch {
      throw DocumentMismatch.foreign
    }
    func part(_ key: String) throws(JSONFault) -> JSONReader {
      guard let place = places[key] else { throw reader.missing(key) }
      return JSONReader(bytes, place, inside: [.key(key)], depth: Self.bounds.depth)
    }
    guard var format = try? part("format"), (try? format.text()) == Self.format else {
      throw DocumentMismatch.foreign
    }
    let version = try part("version")
    try Self.checkVersion(places["version"].map { bytes[$0] } ?? [], version)
    var (settings, standups) = (try part("settings"), try part("standups"))
    self.init(settings: try settings.settings(), standups: try standups.standups())
  }

  /// A number too large for `Int` is that of a newer schema too; a fraction is damage.
  private static func checkVersion(_ bytes: ArraySlice<UInt8>, _ reader: JSONReader) throws {
    guard let first = bytes.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    else {
      throw reader.fault("expected a number", .kind)
    }
    guard let found = Decimal(string: String(decoding: bytes, as: UTF8.self)), found.isFinite else {
      throw reader.fault("the number is too large", .value)
    }
    var (number, whole) = (found, Decimal())
    unsafe NSDecimalRound(&whole, &number, 0, .plain)
    guard found == whole else { throw reader.fault("a version is a whole number", .value) }
    guard found <= Decimal(version) else { throw DocumentMismatch.newer(found) }
    guard found == Decimal(version) else { throw DocumentMismatch.unknown(found) }
  }
}

extension JSONReader {
  /// The fault of an object without a key.
  func missing(_ key: String) -> JSONFault { fault("\"\(key)\" is missing", .missingKey) }

  private func needed<Value>(_ value: Value?, _ key: String) throws(JSONFault) -> Value {
    guard let value else { throw missing(key) }
    return value
  }

  mutating func settings() throws(JSONFault) -> Settings {
    var (seconds, rings): (Int?, Bool?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "defaultSeconds": seconds = try reader.number()
      case "rings": rings = try reader.bool()
      default: try reader.skip()
      }
    }
    return Settings(
      defaultSeconds: try needed(seconds, "defaultSeconds"),
      rings: try needed(rings, "rings")
    )
  }

  mutating func standups() throws(JSONFault) -> [Standup] {
    var standups: [Standup] = []
    try array { reader throws(JSONFault) in standups.append(try reader.standup()) }
    return standups
  }

  private mutating func standup() throws(JSONFault) -> Standup {
    var (id, theme, seconds): (UUID?, Theme?, Int?)
    var (handle, title): (String?, String?)
    var (attendees, meetings): ([Attendee]?, [Meeting]?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "id": id = try reader.id()
      case "handle": handle = try reader.text()
      case "title": title = try reader.text()
      case "plannedSeconds": seconds = try reader.number()
      case "theme": theme = try reader.word()
      case "attendees":
        var all: [Attendee] = []
        try reader.array { reader throws(JSONFault) in all.append(try reader.attendee()) }
        attendees = all
      case "meetings":
        var all: [Meeting] = []
        try reader.array { reader throws(JSONFault) in all.append(try reader.meeting()) }
        meetings = all
      default: try reader.skip()
      }
    }
    return Standup(
      id: try needed(id, "id"),
      handle: try needed(handle, "handle"),
      title: try needed(title, "title"),
      plannedSeconds: try needed(seconds, "plannedSeconds"),
      theme: try needed(theme, "theme"),
      attendees: try needed(attendees, "attendees"),
      meetings: try needed(meetings, "meetings")
    )
  }

  private mutating func attendee() throws(JSONFault) -> Attendee {
    var (id, name): (UUID?, String?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "id": id = try reader.id()
      case "name": name = try reader.text()
      default: try reader.skip()
      }
    }
    return Attendee(id: try needed(id, "id"), name: try needed(name, "name"))
  }

  private mutating func meeting() throws(JSONFault) -> Meeting {
    var (id, date, seconds, ending): (UUID?, Date?, Int?, Meeting.Ending?)
    var (turns, transcript): ([Turn]?, [TranscriptLine]?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "id": id = try reader.id()
      case "date": date = try reader.date()
      case "seconds": seconds = try reader.number()
      case "ending": ending = try reader.word()
      case "turns":
        var all: [Turn] = []
        try reader.array { reader throws(JSONFault) in all.append(try reader.turn()) }
        turns = all
      case "transcript":
        var all: [TranscriptLine] = []
        try reader.array { reader throws(JSONFault) in all.append(try reader.line()) }
        transcript = all
      default: try reader.skip()
      }
    }
    return Meeting(
      id: try needed(id, "id"),
      date: try needed(date, "date"),
      seconds: try needed(seconds, "seconds"),
      ending: try needed(ending, "ending"),
      turns: try needed(turns, "turns"),
      transcript: try needed(transcript, "transcript")
    )
  }

  private mutating func turn() throws(JSONFault) -> Turn {
    var (name, seconds): (String?, Int?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "name": name = try reader.text()
      case "seconds": seconds = try reader.number()
      default: try reader.skip()
      }
    }
    return Turn(name: try needed(name, "name"), seconds: try needed(seconds, "seconds"))
  }

  private mutating func line() throws(JSONFault) -> TranscriptLine {
    var (second, speaker, text): (Int?, String?, String?)
    try object { reader, key throws(JSONFault) in
      switch key {
      case "second": second = try reader.number()
      case "speaker": speaker = try reader.text()
      case "text": text = try reader.text()
      default: try reader.skip()
      }
    }
    return TranscriptLine(
      second: try needed(second, "second"),
      speaker: try needed(speaker, "speaker"),
      text: try needed(text, "text")
    )
  }
}

extension JSONReader {
  /// Reads one of some words.
  private mutating func word<Word: RawRepresentable<String>>() throws(JSONFault) -> Word {
    guard let word = Word(rawValue: try text()) else {
      throw fault("there is no such value", .value)
    }
    return word
  }

  private mutating func id() throws(JSONFault) -> UUID {
    let text = try text()
    guard let id = UUID(digits: text) ?? UUID(uuidString: text) else {
      throw fault("this is no id", .value)
    }
    return id
  }

  private mutating func date() throws(JSONFault) -> Date {
    let text = try text()
    guard let date = Date(iso8601: text) else {
      throw fault("this is no date", .value)
    }
    return date
  }
}
