import StandupsData

/// A person's possible actions in a running meeting.
package enum MeetingInput: Hashable, Sendable {
  case next
  case note(String)
  /// End early; asks what becomes of the meeting.
  case ask
  case save
  case discard
  case resume
  /// Time stands still, or passes again.
  case pause
  /// A command that there is none of.
  case unknown(command: String)
  /// A line that is no text.
  case unreadable
  /// A line that is longer than a note may be.
  case tooLong
  /// There will be no input any more.
  case leave
  /// The program has to stop and cannot ask.
  case interrupt(saving: Bool)

  /// The commands, without their slash.
  package static let commands = ["next", "pause", "end", "save", "discard"]

  /// Understands a typed line: an empty one is ``next``, a slash begins one of ``commands``, anything
  /// else is a note.
  ///
  /// One word with a slash before it, or more after one that is nearly a command, is ``unknown``. A misspelt
  /// command is therefore not noted.
  package init(line: String) {
    switch line.drop(while: \.isWhitespace).lowercased().split(separator: " ").joined() {
    case "", "/next": self = .next
    case "/pause": self = .pause
    case "/end": self = .ask
    case "/save": self = .save
    case "/discard": self = .discard
    default: self = Self.unknown(in: line) ?? .note(line)
    }
  }

  private static func unknown(in line: String) -> MeetingInput? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let command = words.first, command.hasPrefix("/") else { return nil }
    let name = String(command.dropFirst())
    let isCommand = commands.contains { Nearness.distance($0, name.lowercased()) <= 1 }
    guard isCommand || (words.count == 1 && !name.contains("/")) else { return nil }
    return .unknown(command: String(command))
  }

  /// Understands an answer to the question whether to save, to discard, or to go on: one of these
  /// words, or its beginning.
  package init?(answer: String) {
    let word = answer.lowercased().filter { !$0.isWhitespace }
    let answers: [(String, MeetingInput)] = [
      ("save", .save), ("discard", .discard), ("continue", .resume),
    ]
    guard !word.isEmpty, let found = answers.first(where: { $0.0.hasPrefix(word) }) else {
      return nil
    }
    self = found.1
  }
}

extension MeetingProgress {
  /// Does what a person wants.
  package mutating func apply(_ input: MeetingInput) {
    switch input {
    case .next: next()
    case .note(let text): note(text)
    case .ask: ask()
    case .save: end(.save(.early))
    case .discard: end(.discard)
    case .resume: resume()
    case .pause: phase == .paused ? resume() : pause()
    case .unknown(let command): refuse(command)
    case .unreadable: refuse(.unreadable)
    case .tooLong: refuse(.tooLong)
    case .leave: goOnAlone()
    case .interrupt(let saving): end(saving ? .save(.interrupted) : .discard)
    }
  }
}
