package import ArticleOutput

/// The code of the articles, by their names.
package let macrosArticles: [String: Article] = [
  "ContainersAndCasePaths": containersAndCasePaths,
  "DependenciesOfModels": dependenciesOfModels,
  "GettingStarted": gettingStarted,
  "WhatTheMacrosWrite": whatTheMacrosWrite,
]
