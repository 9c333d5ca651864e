package import ArticleOutput

/// The code of the articles, by their names.
package let sourcesArticles: [String: Article] = [
  "FetchingAndKeeping": fetchingAndKeeping,
  "GettingStarted": gettingStarted,
  "StrataSources": strataSources,
]
