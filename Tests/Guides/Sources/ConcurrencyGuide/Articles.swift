package import ArticleOutput

/// The code of the articles, by their names.
package let concurrencyArticles: [String: Article] = [
  "CancellationByKeyAndLifetime": cancellationByKeyAndLifetime,
  "Clocks": clocks,
  "DeliveryAndOrder": deliveryAndOrder,
  "GettingStarted": gettingStarted,
  "ReportsOfMisuse": reportsOfMisuse,
  "SimulatedTimeAndOrder": simulatedTimeAndOrder,
  "TransactionsAndRounds": transactionsAndRounds,
]
