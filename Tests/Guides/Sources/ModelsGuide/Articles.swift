package import ArticleOutput

/// The code of the articles, by their names.
package let modelsArticles: [String: Article] = [
  "AnchoringAndActivation": anchoringAndActivation,
  "AskingTheHierarchy": askingTheHierarchy,
  "ComputedAndMemoizedValues": computedAndMemoizedValues,
  "DebuggingModels": debuggingModels,
  "DependenciesOfModels": dependenciesOfModels,
  "EventsOfModels": eventsOfModels,
  "GettingStarted": gettingStarted,
  "LifeOfATree": lifeOfATree,
  "LocalEnvironmentAndPreferences": localEnvironmentAndPreferences,
  "LogsAndMetrics": logsAndMetrics,
  "ModelsAndComposition": modelsAndComposition,
  "ModelsAsDependencies": modelsAsDependencies,
  "Navigation": navigation,
  "ObservationAndViews": observationAndViews,
  "ReactingToChanges": reactingToChanges,
  "SharedModels": sharedModels,
  "StrataModels": strataModels,
  "TasksAndCancellation": tasksAndCancellation,
  "TransactionsOfModels": transactionsOfModels,
  "WhoWroteThis": whoWroteThis,
]
