package import ArticleOutput

/// The code of the articles, by their names; what is a test there runs as one beside them, too.
package let updatesTestingArticles: [String: Article] = [
  "StrataUpdatesTesting": strataUpdatesTesting
]
