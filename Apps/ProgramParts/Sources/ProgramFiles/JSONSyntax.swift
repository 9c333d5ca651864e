public import Foundation

/// Finds where a text stops being JSON, or breaks a bound.
///
/// The decoder of Foundation says that a text is not JSON, but not where, and some texts end the process or take
/// minutes. So this scanner looks first; it visits each byte once and stores no values. Its nesting is a stack of
/// its own, so that a million brackets cannot overflow the thread's.
public enum JSONSyntax: Sendable {
  /// The first position at which a text is not JSON.
  public struct Fault: Hashable, Sendable {
    /// Counted from 1.
    public var line: Int
    /// Counted from 1, in characters.
    public var column: Int
    /// The fault there, as a part of a sentence.
    public var message: String
  }

  /// The first fault of a text, or `nil` if it is JSON within some bounds.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func firstFault(in data: Data, bounds: JSONBounds = JSONBounds()) -> Fault? {
    firstFault(in: Array(data), bounds: bounds)
  }

  /// The first fault of a text, or `nil` if it is JSON within some bounds.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func firstFault(in bytes: [UInt8], bounds: JSONBounds = JSONBounds()) -> Fault? {
    // Most texts are ASCII, and need no copy to be looked at.
    guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil else {
      return fault(at: firstInvalidByte(of: bytes), "the text is not UTF-8", in: bytes)
    }
    var scanner = JSONScanner(bytes: bytes, bounds: bounds)
    guard let message = scanner.scan() else { return nil }
    return fault(at: scanner.position, message, in: bytes)
  }

  /// A path into a document as a person reads it: `standups[2].title`.
  public static func element(_ path: [JSONFault.Step]) -> String {
    guard !path.isEmpty else { return "the document itself" }
    return path.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      }
    }
  }

  /// Columns count characters, as editors do; a byte inside a character belongs to that character.
  private static func fault(at position: Int, _ message: String, in bytes: [UInt8]) -> Fault {
    let before = bytes.prefix(position)
    let newline = UInt8(ascii: "\n")
    let line = before.reduce(1) { $1 == newline ? $0 + 1 : $0 }
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? before.startIndex
    let column = String(decoding: before[start...], as: UTF8.self).count + 1
    return Fault(line: line, column: column, message: message)
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int {
    var position = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput, .error: return position
      }
    }
  }
}
