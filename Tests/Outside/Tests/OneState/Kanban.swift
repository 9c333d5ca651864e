import Foundation
import StrataConcurrency
import StrataDependencies
import StrataOneStore

/// The notes of models and tests, in order.
final class Diary: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  var text: String { lines.withLock { $0.joined(separator: " ") } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func take() -> String {
    lines.withLock { lines in
      defer { lines = [] }
      return lines.joined(separator: " ")
    }
  }
}

extension Diary: DependencyKey {
  static let liveValue = Diary()
  static var testValue: Diary { Diary() }
}

struct Greeter: Sendable, DependencyKey {
  var greet: @Sendable (String) async throws -> String
  static let liveValue = Greeter { "Hello, \($0)." }
  static let testValue = Greeter { "Test, \($0)." }
}

extension DependencyValues {
  var diary: Diary {
    get { self[Diary.self] }
    set { self[Diary.self] = newValue }
  }

  var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
}

struct TallyModel: Model {
  struct State: Equatable {
    var count = 0
    @Writable var step = 1
    var doubled: Int { count * 2 }
  }

  enum Event: Equatable {
    case reached(Int)
  }

  @ModelState private var state: State

  func increment() {
    state.count += state.step
    if state.count.isMultiple(of: 10) { send(.reached(state.count)) }
  }

  func set(_ count: Int) { state.count = count }
}

struct CardModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var title = ""
    @StateModel<TallyModel> var votes = .init()
  }

  enum Event: Equatable {
    case onRemove
    case onStar(Int)
  }

  @ModelDependency(\.diary) var diary
  @ModelState private var state: State

  func onActivate() {
    diary.add("+\(state.id)")
    onCancel { [id = state.id, diary] in diary.add("-\(id)") }
  }

  func rename(_ title: String) { state.title = title }
  func remove() { send(.onRemove) }
  func star() { send(.onStar(state.id)) }
}

struct PromptModel: Model {
  struct State: Equatable {
    var question: String
    var answer: String?
    var isAsking = false
  }

  enum Event: Equatable {
    case onDismiss
    case onAnswer(String)
  }

  @ModelDependency(\.greeter.greet) var greet
  @ModelState private var state: State

  func ask() {
    state.isAsking = true
    task {
      defer { state.isAsking = false }
      let answer = try await greet(state.question)
      state.answer = answer
      send(.onAnswer(answer))
    } catch: { _ in
      state.answer = "?"
    }
  }

  func dismiss() { send(.onDismiss) }
}

struct ColumnModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: String
    @StateModel<[CardModel]> var cards = []
  }

  @ModelDependency(\.diary) var diary
  @ModelState private var state: State

  func onActivate() {
    diary.add("+\(state.id)")
    onCancel { [id = state.id, diary] in diary.add("-\(id)") }
    forEach(events(of: .onRemove, from: \.$cards)) { card in
      state.cards.removeAll { [id = card.id] in $0.id == id }
    }
  }

  func add(_ id: Int, _ title: String = "") { state.cards.append(.init(id: id, title: title)) }
  func set(_ cards: [CardModel.State]) { state.cards = cards }
  func reverse() { state.cards.reverse() }
  func insertFirst(_ id: Int) { state.cards.insert(.init(id: id), at: 0) }
  func remove(_ id: Int) { state.cards.removeAll { $0.id == id } }
}

struct KanbanModel: Model {
  struct State: Equatable {
    @StateModel<[ColumnModel]> var columns = []
    @StateModel<PromptModel?> var prompt = nil
    @StateModel<TallyModel> var visits = .init()
    var stars: [Int] = []
    var title = "Board"

    var cardCount: Int { columns.reduce(0) { $0 + $1.cards.count } }
  }

  @ModelDependency(\.diary) var diary
  @ModelState private var state: State

  func onActivate() {
    diary.add("+board")
    onCancel { [diary] in diary.add("-board") }
    forEach(events(of: .onDismiss, from: \.$prompt)) { _ in state.prompt = nil }
  }

  func addColumn(_ id: String) { state.columns.append(.init(id: id)) }
  func removeColumns() { state.columns = [] }
  func open(_ question: String) { state.prompt = .init(question: question) }
  func close() { state.prompt = nil }
  func rename(_ title: String) { state.title = title }
  func swapColumns() { state.columns.swapAt(0, 1) }
  func replaceColumns(_ columns: [ColumnModel.State]) { state.columns = columns }
}
