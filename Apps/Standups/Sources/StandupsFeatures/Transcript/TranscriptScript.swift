package import StandupsData

/// The lines of a transcript file, waiting for the meeting to reach them.
///
/// A line is `[minutes:seconds] Name: text`. With a time it is due in that second. Without one it is due when the
/// named person begins to speak. With neither, it is due together with the line before it. A name counts only if
/// it is that of an attendee, so a colon inside a sentence changes nothing. Empty lines and those that begin with
/// `#` are skipped.
package struct TranscriptScript: Hashable, Sendable {
  /// One line.
  package struct Line: Hashable, Sendable {
    package var speaker: String?
    package var text: String

    package init(speaker: String?, text: String) {
      self.speaker = speaker
      self.text = text
    }
  }

  private enum Due: Hashable {
    case second(Int)
    case turn(String)
    /// It is due; it is taken with the next lines.
    case now
  }

  private struct Entry: Hashable {
    var due: Due
    var line: Line

    func isDue(at second: Int) -> Bool {
      switch due {
      case .now: true
      case .second(let due): due <= second
      case .turn: false
      }
    }
  }

  /// The longest transcript, in bytes.
  private static let longest = 1 << 20
  /// How many lines it has at most.
  private static let mostLines = 10_000

  private var entries: [Entry] = []

  /// A script without lines.
  package init() {}

  /// Reads a transcript.
  ///
  /// - Parameters:
  ///   - text: The file's content.
  ///   - names: The attendees' names.
  ///   - path: The file's name, for the error.
  /// - Throws: ``StandupsError`` with code `data` that names the line of a wrong time.
  package init(_ text: String, names: [String], path: String) throws(StandupsError) {
    guard text.utf8.count <= Self.longest else {
      throw StandupsError(
        .data,
        "A transcript has at most \(Self.longest >> 20) MB.",
        place: path
      )
    }
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = NameRule.trimmed(String(raw))
      if content.isEmpty || content.hasPrefix("#") { continue }
      guard entries.count < Self.mostLines else {
        throw StandupsError(.data, "A transcript has at most \(Self.mostLines) lines.", place: path)
      }
      let place = "\(path), line \(index + 1)"
      let (second, rest) = try Self.time(content, place: place)
      let line = Self.line(rest, names: names)
      guard line.text.utf8.count <= NoteRule.longest else {
        throw StandupsError(.data, "A note has at most \(NoteRule.longest) bytes.", place: place)
      }
      if let second {
        entries.append(Entry(due: .second(second), line: line))
      } else if let speaker = line.speaker {
        entries.append(Entry(due: .turn(speaker), line: line))
      } else {
        entries.append(Entry(due: entries.last?.due ?? .now, line: line))
      }
    }
  }

  /// A person begins to speak: the lines that wait for that are due.
  mutating func begin(_ speaker: String) {
    for index in entries.indices where entries[index].due == .turn(speaker) {
      entries[index].due = .now
    }
  }

  /// Takes the lines that are due, in the order of the file.
  mutating func takeDue(at second: Int) -> [Line] {
    let due = entries.filter { $0.isDue(at: second) }
    if !due.isEmpty { entries.removeAll { $0.isDue(at: second) } }
    return due.map(\.line)
  }

  /// Takes all lines that are left.
  mutating func takeRest() -> [Line] {
    defer { entries = [] }
    return entries.map(\.line)
  }

  private static func time(
    _ content: String,
    place: String
  ) throws(StandupsError) -> (second: Int?, rest: String) {
    guard content.hasPrefix("["), let end = content.firstIndex(of: "]") else {
      return (nil, content)
    }
    let time = content[content.index(after: content.startIndex)..<end]
    // Brackets around anything but digits and colons belong to the text.
    guard !time.isEmpty, time.allSatisfy({ $0 == ":" || ($0.isASCII && $0.isNumber) }) else {
      return (nil, content)
    }
    let rest = NameRule.trimmed(String(content[content.index(after: end)...]))
    let isZero = time.allSatisfy { $0 == "0" || $0 == ":" } && time.contains("0")
    guard let second = isZero ? 0 : MeetingLength.parse(String(time)), time.contains(":") else {
      throw StandupsError(
        .data,
        "\"[\(time)]\" is no time; write minutes and seconds, as in [2:05].",
        place: place
      )
    }
    return (second, rest)
  }

  private static func line(_ content: String, names: [String]) -> Line {
    guard let colon = content.firstIndex(of: ":") else { return Line(speaker: nil, text: content) }
    let name = NameRule.trimmed(String(content[..<colon])).lowercased()
    // Comparing a text with any number of combining marks takes minutes.
    guard name.utf8.count <= NameRule.longestInBytes,
      let speaker = names.first(where: { $0.lowercased() == name })
    else {
      return Line(speaker: nil, text: content)
    }
    let text = NameRule.trimmed(String(content[content.index(after: colon)...]))
    return Line(speaker: speaker, text: text)
  }
}
