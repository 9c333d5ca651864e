import StrataStores

/// The state that the view shows.
struct ExampleViewState: ViewState {
  /// The cases that exclude one another, each with the data that only it has.
  enum State: EnumState {
    case idle
    case counting(taps: Int)
  }

  var current: State = .idle
}

// MARK: - Queries

extension ExampleViewState {
  /// The text of the title.
  var title: String {
    switch current {
    case .idle: "Nothing tapped yet"
    case .counting(let taps): "Tapped: \(taps)"
    }
  }
}

// MARK: - Transactions

extension ExampleViewState {
  mutating func addTap() {
    update { state in
      switch state.current {
      case .idle: state.current = .counting(taps: 1)
      case .counting(let taps): state.current = .counting(taps: taps + 1)
      }
    }
  }
}
