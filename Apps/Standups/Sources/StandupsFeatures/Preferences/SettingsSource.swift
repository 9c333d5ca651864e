package import StandupsData
package import StrataSources
import StrataStores

/// The settings of the data file: found once it has been read, and saved in it.
///
/// They are part of the document, so that one lock and one replacement of the file serve everything in it.
/// Setting them writes only the differences to the known settings, so another process's change meanwhile stays.
package final class SettingsSource: SourceOf<Persistable<StandupsData.Settings>>,
  // SAFETY: adds constants, and a subscription that is set once, by the initialiser.
  @unchecked Sendable
{
  @Action(SettingsSource.keep) private var setAction
  @Action(SettingsSource.reset) private var clearAction
  private let documents: DocumentStore
  private var subscription: StateSubscription<DocumentState>?

  package var initialModel: Persistable<StandupsData.Settings> { .notFound(.init(set: setAction)) }

  /// Makes a source that follows the data file's store.
  package init(following documents: DocumentStore) {
    self.documents = documents
    super.init()
    subscription = documents.subscribe { [weak self] in self?.follow($0) }
  }

  /// Settings that were found stay when the file cannot be read or changed later.
  private func follow(_ documents: DocumentState) {
    if let document = documents.document {
      model = .found(.init(value: document.settings, set: setAction, clear: clearAction))
    } else if let failure = documents.failure, model.found == nil {
      model = .notFound(.init(error: failure, set: setAction))
    }
  }

  private func keep(_ settings: StandupsData.Settings) {
    let known = model.settings
    documents.change { document throws(StandupsError) in
      document.settings.adopt(settings, since: known)
      return .settings(document.settings)
    }
  }

  /// Nothing but what the program assumes is left.
  private func reset() {
    documents.change { document throws(StandupsError) in
      document.settings = StandupsData.Settings()
      return .settings(document.settings)
    }
  }
}

extension Persistable<StandupsData.Settings> {
  /// The settings, or what the program assumes where none are known.
  package var settings: StandupsData.Settings { found?.value ?? StandupsData.Settings() }
}
