package import ArticleOutput

/// The code of the articles, by their names; an article's tests also run as tests beside them.
package let modelsTestingArticles: [String: Article] = [
  "StrataModelsTesting": strataModelsTesting
]
