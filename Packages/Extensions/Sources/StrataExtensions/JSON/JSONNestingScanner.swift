/// Counts the brackets of a JSON text that are outside of its strings and comments.
///
/// Comments and single quotes are JSON5's. A decoder of plain JSON stops at them, so the text behind them does not
/// matter.
struct JSONNestingScanner {
  private enum Place {
    case outside
    case slash
    case string(quote: UInt32)
    case escape(quote: UInt32)
    case lineComment
    case comment
    case commentStar
  }

  /// The deepest level so far.
  private(set) var deepest = 0
  private var depth = 0
  private var place = Place.outside

  /// Reads a character, or a part of one that is not ASCII.
  mutating func read(_ unit: UInt32) {
    switch place {
    case .outside: outside(unit)
    case .slash: afterSlash(unit)
    case .string(let quote):
      if unit == quote {
        place = .outside
      } else if unit == backslash {
        place = .escape(quote: quote)
      }
    case .escape(let quote): place = .string(quote: quote)
    case .lineComment: if unit == newline || unit == carriageReturn { place = .outside }
    case .comment: if unit == star { place = .commentStar }
    case .commentStar:
      if unit == slash { place = .outside } else if unit != star { place = .comment }
    }
  }

  private mutating func outside(_ unit: UInt32) {
    switch unit {
    case openBracket, openBrace:
      depth += 1
      deepest = max(deepest, depth)
    case closeBracket, closeBrace: depth = max(depth - 1, 0)
    case doubleQuote, singleQuote: place = .string(quote: unit)
    case slash: place = .slash
    default: break
    }
  }

  private mutating func afterSlash(_ unit: UInt32) {
    switch unit {
    case slash: place = .lineComment
    case star: place = .comment
    default:
      place = .outside
      outside(unit)
    }
  }
}

private let doubleQuote: UInt32 = 0x22
private let singleQuote: UInt32 = 0x27
private let star: UInt32 = 0x2A
private let slash: UInt32 = 0x2F
private let openBracket: UInt32 = 0x5B
private let backslash: UInt32 = 0x5C
private let closeBracket: UInt32 = 0x5D
private let openBrace: UInt32 = 0x7B
private let closeBrace: UInt32 = 0x7D
private let newline: UInt32 = 0x0A
private let carriageReturn: UInt32 = 0x0D
