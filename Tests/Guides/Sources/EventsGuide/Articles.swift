package import ArticleOutput

/// The code of the articles, by their names.
package let eventsArticles: [String: Article] = [
  "GettingStarted": gettingStarted,
  "AudiencesAndOrder": audiencesAndOrder,
  "ListenersAndStreams": listenersAndStreams,
]
