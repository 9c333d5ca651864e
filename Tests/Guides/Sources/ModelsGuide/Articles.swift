package import ArticleOutput

/// The code of the articles, by their names.
package let modelsArticles: [String: Article] = [
  "AnchoringAndActivation": anchoringAndActivation,
  "DebuggingModels": debuggingModels,
  "DependenciesOfModels": dependenciesOfModels,
  "EventsOfModels": eventsOfModels,
  "GettingStarted": gettingStarted,
  "LifeOfATree": lifeOfATree,
  "ModelsAndComposition": modelsAndComposition,
  "Navigation": navigation,
  "ObservationAndViews": observationAndViews,
  "ReactingToChanges": reactingToChanges,
  "StrataModels": strataModels,
  "TasksAndCancellation": tasksAndCancellation,
  "TransactionsOfModels": transactionsOfModels,
  "WhoWroteThis": whoWroteThis,
]
