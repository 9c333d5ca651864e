import StrataOneStore

/// Models of one store, as a program would write them.
struct Ledger: Model {
  struct State: Equatable, Sendable {
    var count = 0
    var numbers = [1, 2, 3]
    var sum: Int { numbers.reduce(0, +) }
    @StateModel<Folder> var folder = .init()
    @StateModel<[Line]> var lines = []
    @StateModel<IdentifiedArrayOf<Line>> var keyed = []
  }

  @ModelState private var state: State

  init() {}

  func add(_ number: Int) { state.count += number }
  func appendLine(_ id: Int) { state.lines.append(.init(id: id)) }
  func removeLastLine() { state.lines.removeLast() }
  func appendKeyed(_ id: Int) { state.keyed.append(.init(id: id)) }
  func removeLastKeyed() { state.keyed.removeLast() }
  func sumOfCount(_ times: Int) -> Int {
    var sum = 0
    for _ in 0..<times { sum &+= state.count }
    return sum
  }

  static func of(lines: Int, keyed: Int = 0) -> Store<Ledger> {
    Store(
      initialState: State(
        lines: (0..<lines).map { .init(id: $0) },
        keyed: IdentifiedArrayOf(uniqueElements: (0..<keyed).map { .init(id: $0) })
      )
    )
  }
}

/// A model that lies below others.
struct Folder: Model {
  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<Drawer> var drawer = .init()
  }

  @ModelState private var state: State
  init() {}
}

/// The third level.
struct Drawer: Model {
  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<Sheaf> var sheaf = .init()
  }

  @ModelState private var state: State
  init() {}
}

/// The fourth level.
struct Sheaf: Model {
  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<Sheet> var sheet = .init()
  }

  @ModelState private var state: State
  init() {}
}

/// The fifth level.
struct Sheet: Model {
  struct State: Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State
  init() {}

  func add(_ number: Int) { state.count += number }
  func ping() { send(OneStorePing()) }
}

/// A row.
struct Line: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  @ModelState private var state: State
  init() {}

  func add(_ number: Int) { state.count += number }
}

/// An event.
struct OneStorePing: Sendable {}
