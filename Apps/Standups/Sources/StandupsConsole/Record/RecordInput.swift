package import StandupsFeatures

/// Understands what is typed during a meeting, key by key on a terminal, else line by line.
package struct RecordInput: Sendable {
  private let isKeyed: Bool
  private var editor = LineEditor()
  /// Apart from what is being noted, so that a question in the middle of a note leaves that as it is.
  private var answer = LineEditor()
  private var line: [UInt8] = []
  /// How many bytes of the line were not kept.
  private var dropped = 0
  private var lines = 0

  /// The longest line that is kept, in bytes.
  package static let longestLine = 1 << 14
  /// How many lines are read; a meeting of people has far fewer.
  package static let mostLines = 2_000

  /// Whether the input is none that a person or a script makes: nothing more of it is to be read.
  package var isExhausted: Bool { dropped > 1 << 20 || lines >= Self.mostLines }

  package init(isKeyed: Bool) {
    self.isKeyed = isKeyed
  }

  /// What was typed since the last Return, to be shown.
  package func typed(isAsking: Bool) -> String { isAsking ? answer.text : editor.text }

  /// Takes one byte.
  ///
  /// - Parameters:
  ///   - byte: The next byte of the input.
  ///   - isAsking: Whether it answers the question what becomes of the meeting.
  /// - Returns: What to do, if that is known by now.
  package mutating func feed(_ byte: UInt8, isAsking: Bool) -> MeetingInput? {
    guard isKeyed else { return feedLine(byte, isAsking: isAsking) }
    if !isAsking { answer = LineEditor() }
    switch isAsking ? answer.feed(byte) : editor.feed(byte) {
    case .line(let line): return understand(line, isAsking: isAsking)
    case .endOfInput: return isAsking ? nil : .ask
    case .edited, nil: return nil
    }
  }

  /// The input has ended; a last line without its end counts.
  package mutating func end(isAsking: Bool) -> [MeetingInput] {
    var inputs: [MeetingInput] = []
    if !line.isEmpty, let last = feedLine(UInt8(ascii: "\n"), isAsking: isAsking) {
      inputs.append(last)
    }
    // Nobody is left who could answer: what there is is kept.
    inputs.append(isAsking && inputs.isEmpty ? .save : .leave)
    return inputs
  }

  private mutating func feedLine(_ byte: UInt8, isAsking: Bool) -> MeetingInput? {
    guard byte == UInt8(ascii: "\n") else {
      if line.count < Self.longestLine { line.append(byte) } else { dropped += 1 }
      return nil
    }
    lines += 1
    if dropped > 0 {
      (line, dropped) = ([], 0)
      return isAsking ? nil : .tooLong
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { line = [] }
    return understand(String(decoding: line, as: UTF8.self), isAsking: isAsking)
  }

  private func understand(_ line: String, isAsking: Bool) -> MeetingInput? {
    if isAsking { return MeetingInput(answer: line) }
    // What stands for bytes that are no text; nobody says it in a meeting.
    return line.contains("\u{FFFD}") ? .unreadable : MeetingInput(line: line)
  }
}
