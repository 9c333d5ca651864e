import StrataConcurrency
import Synchronization

/// The output of an article's code.
///
/// One article runs at a time, but its code prints from any thread.
package enum ArticleOutput {
  fileprivate static let text = Mutex("")

  /// Runs an article's code.
  ///
  /// - Returns: The lines that it has printed.
  /// - Throws: The error of the code.
  package static func collect(_ article: Article) async throws -> [String] {
    text.withLock { $0 = "" }
    // An article is a program, whose reports fail no test.
    try await ReportSink.withHandler({ Swift.print("reported: \($0)") }, operation: article)
    let printed = text.withLock { $0 }
    return printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .dropLast()
  }
}

/// The code of one article.
package typealias Article = @Sendable () async throws -> Void

/// Replaces Swift's own `print` in the articles' code.
package func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {
  let line = items.map { String(describing: $0) }.joined(separator: separator) + terminator
  ArticleOutput.text.withLock { $0 += line }
}
