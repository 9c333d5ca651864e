package import ArticleOutput

/// The code of the articles, by their names; what is a test there runs as one beside them, too.
package let testingArticles: [String: Article] = [
  "Asserting": asserting,
  "BudgetsOfNotifications": budgetsOfNotifications,
  "ExhaustiveTests": exhaustiveTests,
  "GettingStarted": gettingStarted,
  "SimulatedOrderOfTests": simulatedOrderOfTests,
  "StrataTesting": strataTesting,
]
