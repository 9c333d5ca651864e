package import StrataStores

// SAFETY: adds no state.
/// Stores the stand-ups of the data file.
package final class StandupsStore: Store<StandupsState>, @unchecked Sendable {
  /// Makes a store that follows the data file's.
  package init(following documents: DocumentStore) {
    super.init(initialState: StandupsState(), delivery: documents.delivery)
    subscribe(to: documents) { [weak self] in self?.state.follow($0) }
  }
}
