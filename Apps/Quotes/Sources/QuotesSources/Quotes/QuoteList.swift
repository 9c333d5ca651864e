package import Foundation
import ProgramFiles
import ProgramHTTP

/// One or more quotes, as a service gives them.
package struct QuoteList: Hashable, Sendable {
  /// The most bytes of an answer that is read.
  package static let longestAnswer = 1 << 20

  /// What some programs write in front of a text of UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The quotes; at least one.
  package let quotes: [Quote]

  /// Takes over quotes.
  ///
  /// - Returns: `nil` if there are none, or one of them says nothing.
  package init?(_ quotes: [Quote]) {
    guard !quotes.isEmpty, quotes.allSatisfy({ $0.quote.contains { !$0.isWhitespace } }) else {
      return nil
    }
    self.quotes = quotes
  }

  /// Reads what a service answers: one quote, or an array of them, in JSON.
  ///
  /// - Parameters:
  ///   - answer: The bytes.
  ///   - place: The server that has answered, for the error.
  /// - Throws: ``QuoteFailure`` if that is no quote.
  package init(answer: Data, of place: String) throws(QuoteFailure) {
    guard answer.count <= Self.longestAnswer else {
      throw QuoteFailure(.damaged, "The answer of \(place) is too long for quotes.")
    }
    let answer = answer.starts(with: Self.byteOrderMark) ? answer.dropFirst(3) : answer
    // Before the decoder, which some texts end.
    if let fault = JSONSyntax.firstFault(in: answer) {
      throw QuoteFailure(
        .damaged,
        "The answer of \(place) cannot be read as JSON: \(JSONMistake.description(of: fault))."
      )
    }
    let isArray = answer.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
    let decoder = JSONDecoder()
    let quotes: [Quote]
    do {
      quotes =
        isArray
        ? try decoder.decode([Quote].self, from: answer)
        : [try decoder.decode(Quote.self, from: answer)]
    } catch {
      throw QuoteFailure(
        .damaged,
        "The answer of \(place) is no quote: \(JSONMistake.description(of: error))."
      )
    }
    guard let list = QuoteList(quotes) else {
      throw QuoteFailure(.damaged, "The answer of \(place) has no quote in it.")
    }
    self = list
  }
}

/// The fault of a JSON text, in words for people.
enum JSONMistake {
  /// Also a text that is JSON, and is larger than what is read, has a fault.
  static func description(of fault: JSONSyntax.Fault) -> String {
    "\(fault.message), in line \(fault.line), column \(fault.column)"
  }

  static func description(of error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      "\"\(key.stringValue)\" is missing\(place(context))"
    case .typeMismatch(_, let context): "a value has the wrong type\(place(context))"
    case .valueNotFound(_, let context): "a value is missing\(place(context))"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "a value cannot be read\(place(context))"
    default: "it is no JSON"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    let path = context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
    return " at " + path.joined().drop { $0 == "." }
  }
}
