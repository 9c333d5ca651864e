extension FactClient {
  /// A new client that computes facts, for machines without a network.
  ///
  /// It gives another fact about a number each time.
  package static var offline: FactClient {
    let facts = OfflineFacts()
    return FactClient { facts.next(about: $0) }
  }
}
