package import ArticleOutput
import StrataDependencies

/// The code of the articles, by their names; run as in a program, not as in a test.
package let dependenciesArticles: [String: Article] = [
  "BuiltInDependencies": { try await live(builtInDependencies) },
  "GettingStarted": { try await live(gettingStarted) },
  "LivePreviewTest": { try await live(livePreviewTest) },
  "Overrides": { try await live(overrides) },
]

private func live(_ article: Article) async throws {
  try await withDependencies {
    $0.context = .live
  } operation: {
    try await article()
  }
}
