import Foundation

/// A page with parts that a tool writes, each between two comments.
package struct MarkedPage {
  private let page: String

  package init(_ page: String) { self.page = page }

  /// The page with other text after the comment that begins with a word, up to the next end.
  ///
  /// - Returns: The changed page, or `nil` if it has no such comments.
  package func replacing(_ mark: String, with text: String) -> String? {
    guard let start = page.range(of: "<!-- \(mark):"),
      let opened = page.range(of: "-->\n", range: start.upperBound..<page.endIndex),
      let end = page.range(of: "<!-- end -->", range: opened.upperBound..<page.endIndex)
    else { return nil }
    let own = text.trimmingCharacters(in: .newlines)
    return page[..<opened.upperBound] + "\n" + own + "\n\n" + page[end.lowerBound...]
  }
}
