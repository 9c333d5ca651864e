package import StandupsData
import StrataStores

/// The stand-ups there are.
package struct StandupsState: StateContainer {
  package enum State: EnumState {
    case unknown
    case none
    case some([Standup])
  }

  package var current: State = .unknown

  package init() {}
}

// MARK: - Queries

extension StandupsState {
  /// The stand-ups, in the order in which they were added.
  package var standups: [Standup] {
    switch current {
    case .some(let standups): standups
    case .unknown, .none: []
    }
  }

  /// Finds the stand-up that a person named.
  ///
  /// - Throws: ``StandupsError``, with suggestions.
  package func standup(named name: String) throws(StandupsError) -> Standup {
    let document = StandupsDocument(standups: standups)
    return standups[try document.position(of: name)]
  }
}

// MARK: - Transactions

extension StandupsState {
  /// Takes over what is known of the data file.
  package mutating func follow(_ documents: DocumentState) {
    guard let document = documents.document else { return }
    update { $0.current = document.standups.isEmpty ? .none : .some(document.standups) }
  }
}
