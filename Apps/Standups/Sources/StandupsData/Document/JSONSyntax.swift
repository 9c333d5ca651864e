import Foundation

/// Finds where a text stops being JSON.
///
/// The decoder of Foundation says that a text is not JSON, but not where. This scanner runs only
/// after the decoder has refused a file; it visits each byte once and keeps no values. Its nesting is
/// a stack of its own, so that a file of a million brackets cannot overflow the thread's.
enum JSONSyntax {
  /// The first place at which a text is not JSON.
  struct Fault: Hashable {
    var line: Int
    var column: Int
    var message: String
  }

  /// The first fault of a text, or `nil` if it is JSON.
  static func firstFault(in data: Data) -> Fault? {
    guard String(validating: data, as: UTF8.self) != nil else {
      return fault(at: firstInvalidByte(of: data), "the text is not UTF-8", in: data)
    }
    let bytes = Array(data)
    var scanner = JSONScanner(bytes: bytes)
    guard let message = scanner.scan() else { return nil }
    return fault(at: scanner.position, message, in: data)
  }

  /// A path into a document as a person reads it: `standups[2].title`.
  static func element(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "the document itself" }
    var text = ""
    for key in keys {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }

  /// Columns count characters, as editors do; a byte inside a character belongs to that character.
  private static func fault(at position: Int, _ message: String, in data: Data) -> Fault {
    let before = data.prefix(position)
    let newline = UInt8(ascii: "\n")
    let line = before.reduce(1) { $1 == newline ? $0 + 1 : $0 }
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? before.startIndex
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return Fault(line: line, column: column, message: message)
  }

  private static func firstInvalidByte(of data: Data) -> Int {
    var position = 0
    var decoder = UTF8()
    var iterator = data.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput, .error: return position
      }
    }
  }
}
