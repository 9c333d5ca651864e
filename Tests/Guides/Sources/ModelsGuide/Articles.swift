package import ArticleOutput

/// The code of the articles, by their names.
package let modelsArticles: [String: Article] = [
  "AnchoringAndActivation": anchoringAndActivation,
  "AskingTheHierarchy": askingTheHierarchy,
  "ComputedAndMemoizedValues": computedAndMemoizedValues,
  "ConfinedTrees": confinedTrees,
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
  "ObservingModifications": observingModifications,
  "ReactingToChanges": reactingToChanges,
  "SharedModels": sharedModels,
  "StrataModels": strataModels,
  "TasksAndCancellation": tasksAndCancellation,
  "TimeTravelAndSavedState": timeTravelAndSavedState,
  "TransactionsOfModels": transactionsOfModels,
  "UndoAndRedo": undoAndRedo,
  "WhoWroteThis": whoWroteThis,
]
