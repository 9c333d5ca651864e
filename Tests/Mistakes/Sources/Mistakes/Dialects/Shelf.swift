import StrataDependencies
import StrataOneStore

/// A model of one store with one of everything that a test can forget.
struct Shelf: Model {
  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<[Book]> var books = [.init(id: 1)]
    @StateModel<ShelfHelper?> var helper = nil
    var hasWoken = false
  }

  enum Event: Equatable, Sendable {
    case turned
  }

  @ModelState private var state: State
  @ModelDependency(\.shelfHooks) var hooks
  @ModelDependency(\.shelfPrinter) var printer

  func increment() { state.count += 1 }
  func addBook() { state.books.append(.init(id: 2)) }
  func show() { state.helper = .init() }
  func hide() { state.helper = nil }
  func wait() { task { try? await Task.sleep(for: .seconds(60)) } }
  func perform(_ action: @escaping @Sendable () -> Void) { task { action() } }

  func performLater(_ action: @escaping @Sendable () -> Void) {
    task {
      try? await Task.sleep(for: .milliseconds(100))
      state.hasWoken = true
      action()
    }
  }
}

/// A row.
struct Book: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
  }

  enum Event: Equatable, Sendable {
    case opened
  }

  @ModelState private var state: State
}

/// A child that calls closures at its activation and its end.
struct ShelfHelper: Model {
  struct State: Equatable, Sendable {}

  @ModelState private var state: State
  @ModelDependency(\.shelfHooks) var hooks

  func onActivate() {
    hooks.onBegin()
    onCancel { hooks.onEnd() }
  }
}

/// What the models of a test call.
struct ShelfHooks: DependencyKey, Sendable {
  var onTurn: @Sendable (Int) -> Void = { _ in }
  var onBegin: @Sendable () -> Void = {}
  var onEnd: @Sendable () -> Void = {}

  static let liveValue = ShelfHooks()
}

/// A service that a test has to override.
struct ShelfPrinter: DependencyKey, Sendable {
  static let liveValue = ShelfPrinter()

  func print() {}
}

extension DependencyValues {
  var shelfHooks: ShelfHooks {
    get { self[ShelfHooks.self] }
    set { self[ShelfHooks.self] = newValue }
  }

  var shelfPrinter: ShelfPrinter {
    get { self[ShelfPrinter.self] }
    set { self[ShelfPrinter.self] = newValue }
  }
}
