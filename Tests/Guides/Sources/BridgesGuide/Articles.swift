package import ArticleOutput

/// The code of the articles, by their names.
package let bridgesArticles: [String: Article] = [
  "GettingStarted": gettingStarted,
  "SavingState": savingState,
  "WhichModuleForWhichJob": whichModuleForWhichJob,
]
