/// The typing of lines on a terminal that gives each key as it is pressed.
///
/// A value with a method that returns the effect of a key: it draws nothing and reads nothing.
public struct LineTyping: Sendable {
  /// The effect of a key.
  public enum Outcome: Hashable, Sendable {
    /// The line, or the position of the cursor, changed.
    case edited
    /// Return was pressed.
    case line(String)
    /// Ctrl-D was pressed on an empty line.
    case endOfInput
    /// Ctrl-C was pressed; the line is empty again.
    case interrupted
    /// The possible completions of the word before the cursor, if there are several.
    case choices([String])
    /// Nothing can be done.
    case refused
    /// Everything is to be drawn again.
    case redraw
  }

  /// The text since the last Return.
  public private(set) var line = TypedLine()
  /// The earlier lines.
  public private(set) var history: TypedHistory

  private var keys = KeyDecoder()
  /// The index of the shown entry of the history; its count if none is shown.
  private var place: Int
  /// The text that was typed before an entry of the history was shown.
  private var draft = ""
  private let completions: @Sendable (_ words: [String]) -> [String]

  /// Makes a value without typed text.
  ///
  /// - Parameters:
  ///   - history: The earlier lines.
  ///   - completions: The completions of the last of some words; the last word may be empty.
  public init(
    history: TypedHistory = TypedHistory(),
    completions: @escaping @Sendable (_ words: [String]) -> [String] = { _ in [] }
  ) {
    self.history = history
    self.completions = completions
    place = history.entries.count
  }

  /// Takes one byte.
  ///
  /// - Parameter byte: The next byte of the terminal.
  /// - Returns: The effects of its keys.
  public mutating func feed(_ byte: UInt8) -> [Outcome] {
    keys.feed(byte).compactMap { press($0) }
  }

  private mutating func press(_ key: TypedKey) -> Outcome? {
    switch key {
    case .character(let character): return line.insert(String(character)) ? .edited : .refused
    case .enter: return enter()
    case .tab: return complete()
    case .interrupt:
      reset()
      return .interrupted
    case .endOfInput:
      guard line.count > 0 else { return .endOfInput }
      line.delete(line.cursor..<line.cursor + 1)
    case .up: return show(place - 1)
    case .down: return show(place + 1)
    case .search: return search()
    case .redraw: return .redraw
    default: edit(key)
    }
    return .edited
  }

  private mutating func edit(_ key: TypedKey) {
    let cursor = line.cursor
    switch key {
    case .backspace: if cursor > 0 { line.delete(cursor - 1..<cursor) }
    case .delete: line.delete(cursor..<cursor + 1)
    case .left: line.move(to: cursor - 1)
    case .right: line.move(to: cursor + 1)
    case .wordLeft: line.move(to: line.wordStart)
    case .wordRight: line.move(to: line.wordEnd)
    case .home: line.move(to: 0)
    case .end: line.move(to: line.count)
    case .killToStart: line.delete(0..<cursor)
    case .killToEnd: line.delete(cursor..<line.count)
    case .killWord: line.delete(line.wordStart..<cursor)
    default: break
    }
  }

  private mutating func reset() {
    line = TypedLine()
    place = history.entries.count
    draft = ""
  }

  private mutating func enter() -> Outcome {
    let text = line.text
    history.add(text)
    reset()
    return .line(text)
  }

  private mutating func show(_ wanted: Int) -> Outcome {
    guard (0...history.entries.count).contains(wanted), wanted != place else { return .refused }
    if place == history.entries.count { draft = line.text }
    place = wanted
    line = TypedLine(wanted == history.entries.count ? draft : history.entries[wanted])
    return .edited
  }

  /// Shows the latest earlier entry that begins with the text before the cursor.
  private mutating func search() -> Outcome {
    let beginning = line.beginning
    // Any entry begins like nothing. A person who goes on typing after Ctrl-R would type into it.
    guard !beginning.isEmpty else { return .refused }
    let found = history.entries[..<place].lastIndex { $0.hasPrefix(beginning) && $0 != line.text }
    guard let found else { return .refused }
    let cursor = line.cursor
    _ = show(found)
    line.move(to: cursor)
    return .edited
  }

  private mutating func complete() -> Outcome {
    let words = line.beginning.split(separator: " ", omittingEmptySubsequences: false).map(
      String.init
    )
    let word = words.last ?? ""
    let choices = completions(words.dropLast().filter { !$0.isEmpty } + [word])
      .filter { $0.hasPrefix(word) }
    guard let first = choices.first else { return .refused }
    if choices.count == 1 {
      line.insert(first.dropFirst(word.count) + " ")
      return .edited
    }
    let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    guard common.count > word.count else { return .choices(choices.sorted()) }
    line.insert(String(common.dropFirst(word.count)))
    return .edited
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.0 == $0.1 }.map(\.0))
  }
}
