import ProgramConsole
import ProgramHTTP
import ProgramText
import QuotesSources

/// Texts of other people, made fit for a terminal.
enum QuoteText {
  /// The lines of a quote with its author.
  static func lines(_ quote: Quote, columns: Int) -> [String] {
    let work = quote.work.map { ", \($0)" } ?? ""
    return lines("“\(quote.quote)”", columns: columns)
      + lines("— \(quote.author)\(work)", columns: columns, indent: 4)
  }

  /// The lines of a text, broken between words where that is possible.
  static func lines(_ text: String, columns: Int, indent: Int = 0) -> [String] {
    let whole = max(1, min(72, columns - 1))
    let indent = min(indent, whole / 4)
    let room = whole - indent
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var (line, width) = ("", 0)
    for word in text.printable.split(separator: " ") {
      for part in parts(of: word, within: room) {
        let space = line.isEmpty ? 0 : 1
        if width + space + part.width > room {
          lines.append(margin + line)
          (line, width) = (part.text, part.width)
        } else {
          line += (space == 1 ? " " : "") + part.text
          width += space + part.width
        }
      }
    }
    return lines + [margin + line]
  }

  /// A word, cut where it is wider than a line.
  private static func parts(
    of word: Substring,
    within room: Int
  ) -> [(text: String, width: Int)] {
    var parts: [(text: String, width: Int)] = [("", 0)]
    for character in word {
      let width = DisplayText.width(String(character))
      if parts[parts.count - 1].width + width > room { parts.append(("", 0)) }
      parts[parts.count - 1].text.append(character)
      parts[parts.count - 1].width += width
    }
    return parts
  }
}

extension QuoteScreen.Trouble {
  /// The failure and the number of attempts, in a sentence.
  package var sentence: String {
    attempts > 1 ? "\(failure.message) That was attempt \(attempts)." : failure.message
  }
}
