package import ArticleOutput

/// The code of the articles, by their names.
package let renderingArticles: [String: Article] = [
  "BindingsAndMotion": bindingsAndMotion,
  "ConsoleAndLifecycles": consoleAndLifecycles,
  "GettingStarted": gettingStarted,
  "HeadlessViews": headlessViews,
  "Probes": probes,
]
