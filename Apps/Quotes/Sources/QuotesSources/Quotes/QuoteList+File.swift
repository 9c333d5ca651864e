package import Foundation
import ProgramFiles
package import StrataSources

extension FileDescriptor<QuoteList> {
  /// A file that stores quotes, and identifies itself, so that a file of another kind is not taken for one.
  ///
  /// - Parameters:
  ///   - url: The address of the file.
  ///   - expireAfter: The number of seconds after which its quotes are too old; `nil` for never.
  /// - Returns: The description of the file.
  package static func quotes(at url: URL, expireAfter: TimeInterval?) -> FileDescriptor {
    FileDescriptor(
      url: url,
      expireAfter: expireAfter,
      encode: { list in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(KeptQuotes(quotes: list.quotes))
      },
      decode: { data in
        if let fault = JSONSyntax.firstFault(in: data) {
          throw KeptQuotesDamage(description: JSONMistake.description(of: fault))
        }
        let kept: KeptQuotes
        do {
          kept = try JSONDecoder().decode(KeptQuotes.self, from: data)
        } catch {
          throw KeptQuotesDamage(description: JSONMistake.description(of: error))
        }
        guard kept.format == KeptQuotes.format, kept.version == KeptQuotes.version else {
          throw KeptQuotesDamage(description: "it is not a file of kept quotes")
        }
        guard let list = QuoteList(kept.quotes) else {
          throw KeptQuotesDamage(description: "there is no quote in it")
        }
        return list
      }
    )
  }
}

/// The file's content.
private struct KeptQuotes: Codable {
  static let format = "quotes"
  static let version = 1

  var format = Self.format
  var version = Self.version
  let quotes: [Quote]
}

/// The reason why a file is no file of stored quotes.
private struct KeptQuotesDamage: Error, CustomStringConvertible {
  let description: String
}
