package import ArticleOutput

/// The code of the articles, by their names; an article's tests also run as tests beside them.
package let testingArticles: [String: Article] = [
  "Asserting": asserting,
  "BudgetsOfNotifications": budgetsOfNotifications,
  "ExhaustiveTests": exhaustiveTests,
  "GettingStarted": gettingStarted,
  "SimulatedOrderOfTests": simulatedOrderOfTests,
  "StrataTesting": strataTesting,
  "TestingATimer": testingATimer,
]
