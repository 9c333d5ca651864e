package import ArticleOutput

/// The code of the articles, by their names.
package let extensionsArticles: [String: Article] = [
  "CasePaths": casePaths,
  "DumpsAndDiffs": dumpsAndDiffs,
  "GettingStarted": gettingStarted,
  "IdentifiedArrays": identifiedArrays,
]
