import SwiftSyntax

extension SyntaxProtocol {
  /// The code's lines without the indentation that all lines but the first have in common: the first
  /// one's is not part of trimmed code.
  var lines: [String] {
    let lines = trimmedDescription.split(separator: "\n", omittingEmptySubsequences: false)
    let common = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix(while: \.isWhitespace).count }
      .min()
    return lines.prefix(1).map(String.init)
      + lines.dropFirst().map { line in
        String(line.dropFirst(min(common ?? 0, line.prefix(while: \.isWhitespace).count)))
      }
  }
}

extension [String] {
  /// The lines, moved to the right, as one text.
  func indented(by spaces: Int) -> String {
    let indentation = String(repeating: " ", count: spaces)
    return map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
  }
}
