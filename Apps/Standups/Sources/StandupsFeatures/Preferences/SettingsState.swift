package import StandupsData
import StrataStores

/// What holds for all stand-ups.
package struct SettingsState: StateContainer {
  package enum State: EnumState {
    /// The file was not read; what the program assumes.
    case assumed
    case known(StandupsData.Settings)
  }

  package var current: State = .assumed

  package init() {}
}

// MARK: - Queries

extension SettingsState {
  /// The settings.
  package var settings: StandupsData.Settings {
    switch current {
    case .assumed: StandupsData.Settings()
    case .known(let settings): settings
    }
  }
}

// MARK: - Transactions

extension SettingsState {
  /// Takes over what is known of the data file.
  package mutating func follow(_ documents: DocumentState) {
    guard let document = documents.document else { return }
    update { $0.current = .known(document.settings) }
  }
}
