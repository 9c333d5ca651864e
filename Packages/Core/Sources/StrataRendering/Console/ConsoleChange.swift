/// The difference between the lines that a console shows and those it has to show.
public struct ConsoleChange: Sendable, Hashable {
  /// The lines that differ, by their index from the top, in order.
  public let changed: [Line]
  /// How many lines are shown afterwards.
  public let count: Int
  /// How many lines were shown before.
  public let formerCount: Int

  /// One line that differs.
  public struct Line: Sendable, Hashable {
    /// The index from the top, from 0.
    public let index: Int
    /// The new text.
    public let text: String
  }

  /// Compares two lists of lines.
  ///
  /// - Complexity: O(number of lines).
  public init(from old: [String], to new: [String]) {
    changed = new.enumerated().compactMap { index, text in
      index < old.count && old[index] == text ? nil : Line(index: index, text: text)
    }
    count = new.count
    formerCount = old.count
  }

  /// Whether nothing differs.
  public var isEmpty: Bool { changed.isEmpty && count == formerCount }

  /// The control sequences that redraw just the lines that differ.
  ///
  /// They are for a terminal whose cursor is on the line below the last one shown, and leave it there.
  ///
  /// - Precondition: The lines shown before are still on the screen, none wrapped.
  public var redrawing: String {
    var text = ""
    var row = formerCount
    func move(to target: Int) {
      if target < row { text += "\u{1B}[\(row - target)A" }
      if target > row { text += String(repeating: "\n", count: target - row) }
      row = target
    }
    for line in changed {
      move(to: line.index)
      text += "\r\(line.text)\u{1B}[K\n"
      row += 1
    }
    if count < formerCount {
      move(to: count)
      text += "\r\u{1B}[J"
    }
    move(to: count)
    return text
  }
}
