package import ArticleOutput

/// The code of the articles, by their names.
package let storesArticles: [String: Article] = [
  "DeliveriesAndBatches": deliveriesAndBatches,
  "GettingStarted": gettingStarted,
  "SideEffects": sideEffects,
  "StateViews": stateViews,
  "States": states,
  "StoresAndServices": storesAndServices,
  "Subscriptions": subscriptions,
  "TestsAndTemplates": testsAndTemplates,
  "ViewStoresAndControllers": viewStoresAndControllers,
]
