import Foundation
import StrataOneStore

struct CounterModel: Model {
  struct State: Equatable {
    var count = 0
    var other = 0
    var countSquared: Int { count * count }
  }

  @ModelState private var state: State

  func incrementTapped() { state.count += 1 }
  func touchOther() { state.other += 1 }
  var directCount: Int { state.count }
}

/// A state with a property that is called as the model's own state is.
struct GuardedModel: Model {
  struct State: Equatable {
    var state = "a property of the state"
  }

  @ModelState private var state: State

  var ownState: State { state }
}

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    @StateModel<CounterModel> var counter = .init()
  }

  enum Event: Equatable, Sendable {
    case onRemove
    case onFact(String)
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    let id = state.id
    activations.note("row \(id)")
    onCancel { [activations] in activations.note("end \(id)") }
  }

  func removeButtonTapped() { send(.onRemove) }
}

struct FactPromptModel: Model {
  struct State: Equatable {
    let count: Int
    var fact: String
    var isLoading = false
  }

  enum Event: Equatable, Sendable {
    case onDismiss
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    activations.note("prompt")
    onCancel { [activations] in activations.note("end prompt") }
  }

  func dismissTapped() { send(.onDismiss) }
}

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil
    var title = ""

    var sum: Int { counters.reduce(0) { $0 + $1.counter.count } }
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    activations.note("app")
    forEach(events(from: \.$counters)) { event, counter in
      if event == .onRemove { state.counters.removeAll { [id = counter.id] in $0.id == id } }
    }
    forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in state.factPrompt = nil }
  }

  func add(_ id: Int) { state.counters.append(.init(id: id)) }
  func insert(_ id: Int, at index: Int) { state.counters.insert(.init(id: id), at: index) }
  func remove(_ id: Int) { state.counters.removeAll { $0.id == id } }
  func move(from: Int, to: Int) {
    // One write: a row that leaves in one and returns in another is a new one.
    $state.transaction { $0.counters.insert($0.counters.remove(at: from), at: to) }
  }
  func replace(_ rows: [CounterRowModel.State]) { state.counters = rows }
  func showPrompt(_ fact: String) { state.factPrompt = .init(count: 0, fact: fact) }
  func hidePrompt() { state.factPrompt = nil }
  func setTitle(_ title: String) { state.title = title }
  func change(_ body: (inout State) throws -> Void) rethrows { try body(&state) }
  func transaction(_ body: (inout State) throws -> Void) rethrows {
    try $state.transaction(body)
  }
}

/// Notes what happens, in order.
final class Notes: Sendable {
  private let notes = Locked<[String]>([], rank: .leaf)

  var all: [String] { notes.withLock { $0 } }
  func note(_ text: String) { notes.withLock { $0.append(text) } }
  func take() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}

extension DependencyValues {
  var activations: Notes {
    get { self[NotesKey.self] }
    set { self[NotesKey.self] = newValue }
  }

  private enum NotesKey: DependencyKey {
    static let liveValue = Notes()
    static var testValue: Notes { Notes() }
  }
}

struct ListModel: Model {
  struct State: Equatable {
    @StateModel<IdentifiedArrayOf<CounterRowModel>> var counters = []
    @StateModel<CounterRowModel> var current = .init(id: 0)
    @StateModel<PairContainer> var pair = .defaultContainer()
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(events(of: .onRemove, from: \.$counters)) { counter in
      state.counters.remove(id: counter.id)
    }
  }

  func add(_ id: Int) { state.counters.append(.init(id: id)) }
  func remove(_ id: Int) { state.counters.remove(id: id) }
  func setCurrent(_ id: Int) { state.current = .init(id: id) }
  func swap() { state.pair = PairState(first: state.pair.second, second: state.pair.first) }
  func addThird() { state.pair.third = .init(count: 3) }
}

/// A kind of container of one's own.
struct PairState: DefaultedStateContainer, Equatable {
  var first: CounterModel.State
  var second: CounterModel.State
  var third: CounterModel.State?

  var elementKeyPaths: [WritableKeyPath<PairState, CounterModel.State>] {
    third == nil ? [\.first, \.second] : [\.first, \.second, \.lastOne]
  }

  var structure: Bool { third != nil }

  var lastOne: CounterModel.State {
    get { third ?? .init() }
    set { third = newValue }
  }

  static func defaultContainer() -> PairState {
    PairState(first: .init(count: 1), second: .init(count: 2))
  }
}

struct PairContainer: ModelContainer {
  typealias ModelElement = CounterModel
  typealias Container = PairState
  typealias ElementID = ContainerElementID

  let models: [CounterModel]

  static func modelContainer(from elements: ModelElements<PairContainer>) -> PairContainer {
    PairContainer(models: elements.models)
  }

  var stateContainer: PairState {
    PairState(first: models[0].stateContainer, second: models[1].stateContainer)
  }
}
