import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// The lines of nodes of one declaration, in their order in the source; empty if the context does not know them.
  ///
  /// It asks for the first location only and counts line breaks from there, because each location takes some two
  /// million instructions in a plugin that is built for debugging.
  func lines(of nodes: [some SyntaxProtocol]) -> [Int] {
    guard let first = nodes.first, let location = location(of: first),
      var line = Int(location.line.trimmedDescription)
    else { return [] }
    let text = first.root.syntaxTextBytes
    var offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return nodes.map { node in
      let next = node.positionAfterSkippingLeadingTrivia.utf8Offset
      line += text[offset..<next].lineBreakCount
      offset = next
      return line
    }
  }
}

extension ArraySlice<UInt8> {
  /// How many line breaks the text has; a carriage return and a line feed are one.
  fileprivate var lineBreakCount: Int {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var count = 0
    var previous = UInt8(0)
    for byte in self {
      if byte == carriageReturn || byte == lineFeed && previous != carriageReturn { count += 1 }
      previous = byte
    }
    return count
  }
}
