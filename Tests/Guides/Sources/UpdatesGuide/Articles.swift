package import ArticleOutput

/// The code of the articles, by their names; an article's tests also run as tests beside them.
package let updatesArticles: [String: Article] = [
  "ComingFromReSwift": comingFromReSwift,
  "ComingFromTheComposableArchitecture": comingFromTheComposableArchitecture,
  "Composition": composition,
  "GettingStarted": gettingStarted,
  "RecordAndReplay": recordAndReplay,
  "StrataUpdates": strataUpdates,
  "Testing": testing,
  "WorkingWithEffects": workingWithEffects,
]
