package import ArticleOutput

/// The code of the articles, by their names; what is a test there runs as one beside them, too.
package let updatesArticles: [String: Article] = [
  "Composition": composition,
  "GettingStarted": gettingStarted,
  "RecordAndReplay": recordAndReplay,
  "StrataUpdates": strataUpdates,
  "Testing": testing,
  "WorkingWithEffects": workingWithEffects,
]
