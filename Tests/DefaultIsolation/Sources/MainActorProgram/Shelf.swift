public import StrataStores

/// The contents of a shelf.
///
/// Not on the main actor, like the store, because a state is a value that any thread may have.
public nonisolated struct ShelfState: ViewState {
  public nonisolated enum State: EnumState {
    case empty
    case filled(books: Int)
  }

  public var current: State = .empty

  mutating func add(_ books: Int) {
    update {
      switch $0.current {
      case .empty: $0.current = .filled(books: books)
      case .filled(let before): $0.current = .filled(books: before + books)
      }
    }
  }
}

// SAFETY: adds no state.
public nonisolated final class ShelfStore: ViewStore<ShelfState>, @unchecked Sendable {
  public init() { super.init(initialState: .init()) }

  public func add(_ books: Int) { state.add(books) }
}

/// A view of the main actor that shows a shelf.
public final class ShelfLabel {
  public private(set) var text = ""
  private var token: StateSubscription<ShelfState>?

  /// Shows a store's states; the store delivers on the main queue, as stores do by default.
  public init(_ store: ShelfStore) {
    token = store.subscribe { [weak self] state in
      MainActor.assumeIsolated { self?.show(state) }
    }
  }

  private func show(_ state: ShelfState) {
    switch state.current {
    case .empty: text = "no books"
    case .filled(let books): text = "\(books) books"
    }
  }
}
