import BoardFile
import BoardModels
import ProgramFiles
import ProgramText

/// A card as it is printed.
struct CardReport: Sendable {
  let card: CardModel.State
  let column: String
  let today: Day

  /// The card in one line.
  var line: String {
    let details = details
    let text = "#\(card.id)  \(column)  \(card.title)" + (details.isEmpty ? "" : "  (\(details))")
    return DisplayText.printable(text)
  }

  /// Labels, the day, and how much of the checklist is done.
  var details: String {
    var parts: [String] = []
    if !card.labels.isEmpty { parts.append(card.labels.joined(separator: ", ")) }
    if let due = card.due { parts.append(due < today ? "! \(due.text)" : due.text) }
    if !card.items.isEmpty { parts.append("\(card.doneItems)/\(card.items.count)") }
    return DisplayText.printable(parts.joined(separator: " · "))
  }

  /// All of the card.
  var lines: [String] {
    var lines = ["#\(card.id)  \(card.title)", "Column: \(column)"]
    if !card.labels.isEmpty { lines.append("Labels: \(card.labels.joined(separator: ", "))") }
    if let due = card.due {
      lines.append("Due: \(due.text)" + (due < today ? " (overdue)" : ""))
    }
    if !card.text.isEmpty {
      lines.append("")
      lines += card.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    if !card.items.isEmpty { lines.append("") }
    for (index, item) in card.items.enumerated() {
      lines.append("\(index + 1). [\(item.isDone ? "x" : " ")] \(item.text)")
    }
    return lines.map(DisplayText.printable)
  }

  /// Writes the card as JSON.
  static func write(_ card: CardModel.State, _ column: String, to line: inout JSONWriter) {
    line.object { line in
      line.key("id")
      line.number(card.id)
      line.key("column")
      line.text(column)
      line.key("title")
      line.text(card.title)
      line.key("text")
      line.text(card.text)
      line.key("labels")
      line.array(card.labels) { $0.text($1) }
      if let due = card.due {
        line.key("due")
        line.text(due.text)
      }
      line.key("items")
      line.array(card.items) { line, item in
        line.object {
          $0.key("text")
          $0.text(item.text)
          $0.key("done")
          $0.bool(item.isDone)
        }
      }
    }
  }
}
