import Foundation
import ProgramFiles
import Testing

/// Writes the bytes that Foundation's encoder writes, and gives them away in pieces.
@Suite struct JSONWriterTests {
  private struct Value: Codable, Equatable {
    var empty: [Int] = []
    var list = [1, -2]
    var isTrue = true
    var text = "a/\"\\\u{8}\t\n\u{C}\r\u{1}\u{7F}é"
  }

  private func write(_ value: Value, _ style: JSONWriter.Style) -> Data {
    var json = JSONWriter(style)
    json.object { json in
      json.key("empty")
      json.array(value.empty) { $0.number($1) }
      json.key("isTrue")
      json.bool(value.isTrue)
      json.key("list")
      json.array(value.list) { $0.number($1) }
      json.key("text")
      json.text(value.text)
    }
    #expect(json.values == 7)
    return json.finished()
  }

  @Test func writesWhatTheEncoderWrites() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(write(Value(), .compact) == (try encoder.encode(Value())))
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    #expect(write(Value(), .indented) == (try encoder.encode(Value())) + Data("\n".utf8))
  }

  /// A terminal that shows a line of JSON must not take the character for a command.
  @Test func linesEscapeTheDeleteCharacterAndNoSlash() throws {
    let line = String(decoding: write(Value(), .lines), as: UTF8.self)
    #expect(line.contains(#""text":"a/\"\\\b\t\n\f\r\u0001\u007fé""#))
    #expect(try JSONDecoder().decode(Value.self, from: Data(line.utf8)) == Value())
  }

  @Test func piecesAreTheWholeText() {
    let texts = (0..<9).map { String(repeating: "\($0)", count: JSONWriter.piece / 4) }
    func write(_ take: (Data) -> Void) -> Data {
      var json = JSONWriter(.lines)
      json.array(texts) { json, text in
        json.text(text)
        if let piece = json.takePiece() { take(piece) }
      }
      json.endLine()
      json.object {
        $0.key("nothing")
        $0.null()
      }
      json.endLine()
      return json.finished()
    }
    var (pieces, taken) = (Data(), [Int]())
    let rest = write {
      pieces += $0
      taken.append($0.count)
    }
    let whole = Data(
      "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]\n{\"nothing\":null}\n".utf8
    )
    // Compared here, because a report of the differences of long texts takes minutes.
    let isWhole = pieces + rest == whole
    #expect(isWhole)
    // A writer that is emptied holds one piece and one value at the most.
    #expect(taken.count == 2)
    #expect(taken.allSatisfy { (JSONWriter.piece...(JSONWriter.piece * 5 / 4 + 8)).contains($0) })
    #expect(rest.count < JSONWriter.piece)
  }
}
