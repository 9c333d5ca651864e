package import StrataStores

// SAFETY: adds no state.
/// Holds the settings of the data file.
package final class SettingsStore: Store<SettingsState>, @unchecked Sendable {
  /// Makes a store that follows the data file's.
  package init(following documents: DocumentStore) {
    super.init(initialState: SettingsState(), delivery: documents.delivery)
    subscribe(to: documents) { [weak self] in self?.state.follow($0) }
  }
}
