import StandupsData
package import StandupsFeatures

/// Understands what is typed during a meeting, key by key on a terminal, else line by line.
package struct RecordInput: Sendable {
  private let isKeyed: Bool
  private var editor = LineEditor()
  /// Separate from the note, so that a question in the middle of a note leaves it as it is.
  private var answer = LineEditor()
  private var line: [UInt8] = []
  /// The number of dropped bytes of the line.
  private var dropped = 0
  private var lines = 0

  /// The longest line, in bytes; the rest is dropped.
  package static let longestLine = NoteRule.longest
  /// How many lines are read; a meeting of people has far fewer.
  package static let mostLines = 2_000

  /// Whether the input is too large for a person or a script, so that no more of it is read.
  package var isExhausted: Bool { dropped > 1 << 20 || lines >= Self.mostLines }

  package init(isKeyed: Bool) {
    self.isKeyed = isKeyed
  }

  /// The text since the last Return, to be shown.
  package func typed(isAsking: Bool) -> String { isAsking ? answer.text : editor.text }

  /// Takes one byte.
  ///
  /// - Parameters:
  ///   - byte: The next byte of the input.
  ///   - isAsking: Whether it answers the question what becomes of the meeting.
  /// - Returns: The action, if it is known by now.
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
    // No one is left who could answer, so the meeting is saved.
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
    // This character stands for bytes that are no text; no person says it in a meeting.
    return line.contains("\u{FFFD}") ? .unreadable : MeetingInput(line: line)
  }
}
