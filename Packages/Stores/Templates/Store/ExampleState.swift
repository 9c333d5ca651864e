import StrataStores

/// The state of an ``ExampleStore``.
struct ExampleState: StateContainer {
  /// The cases that exclude one another, each with the data that only it has.
  enum State: EnumState {
    case initial
    case loading
    case main(text: String)
    case error(EquatableError)
  }

  var current: State = .initial
}

// MARK: - Queries

extension ExampleState {
  /// The loaded text.
  var text: String? {
    switch current {
    case .main(let text): text
    case .initial, .loading, .error: nil
    }
  }

  /// Why nothing could be loaded.
  var error: EquatableError? {
    if case .error(let error) = current { error } else { nil }
  }
}

// MARK: - Transactions

extension ExampleState {
  mutating func toLoading() {
    update { $0.current = .loading }
  }

  mutating func toMain(text: String) {
    update { $0.current = .main(text: text) }
  }

  mutating func toError(_ error: any Error) {
    update { $0.current = .error(EquatableError(error)) }
  }
}
