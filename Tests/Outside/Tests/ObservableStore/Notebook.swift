import StrataConcurrency
import StrataRendering
import StrataUpdates

/// A notebook: a list of notes, a search, a status line.
enum NotebookAction: Equatable, Sendable {
  case add(String)
  case note(id: Int, NoteAction)
  case search(String)
  case load
  case loaded([String])
  case failed(String)
  case cancelLoading
  case tick
  case ping(Int)
  case nothing
}

struct NotebookEnvironment: Sendable {
  var load: @Sendable () async throws -> [String] = { ["bread", "milk"] }

  func loading() -> Fx<NotebookAction> {
    let load = load
    return .future({ .loaded(try await load()) }, catch: { .failed("\($0)") })
  }
}

struct Notebook: Equatable, Sendable {
  var notes: [Note] = []
  var query = ""
  var isLoading = false
  var message = ""
  var ticks = 0
  var pings: [Int] = []

  static func update(
    state: Notebook,
    action: NotebookAction,
    environment: NotebookEnvironment
  ) -> Update<Notebook, NotebookAction> {
    var model = state
    switch action {
    case .add(let text):
      model.notes.append(Note(id: model.notes.count, text: text))
      return Update(state: model)
    case .note(let id, let action):
      return NoteCursor.update(
        with: Note.update,
        state: state,
        action: action,
        environment: (),
        key: id
      )
    case .search(let query):
      model.query = query
      return Update(state: model).animation(.default)
    case .load:
      model.isLoading = true
      return Update(state: model, fx: environment.loading().cancellable(id: "load"))
    case .loaded(let texts):
      model.isLoading = false
      model.notes = texts.enumerated().map { Note(id: $0.offset, text: $0.element) }
      return Update(state: model)
    case .failed(let message):
      model.isLoading = false
      model.message = message
      return Update(state: model)
    case .cancelLoading:
      model.isLoading = false
      return Update(state: model, fx: .cancel(id: "load"))
    case .tick:
      model.ticks += 1
      return Update(state: model, fx: model.ticks < 5 ? .just(.tick) : .empty)
    case .ping(let number):
      model.pings.append(number)
      return Update(state: model)
    case .nothing:
      return Update(state: state)
    }
  }
}

enum NoteAction: Equatable, Sendable {
  case edit(String)
  case star
  case echo
}

struct Note: Equatable, Sendable {
  var id: Int
  var text: String
  var isStarred = false

  static func update(
    state: Note,
    action: NoteAction,
    environment: Void
  ) -> Update<Note, NoteAction> {
    var model = state
    switch action {
    case .edit(let text):
      model.text = text
      return Update(state: model)
    case .star:
      model.isStarred.toggle()
      return Update(state: model)
    case .echo:
      return Update(state: model, fx: .just(.edit(state.text + state.text)))
    }
  }
}

struct NoteCursor: KeyedCursorProtocol {
  static func get(state: Notebook, key: Int) -> Note? {
    state.notes.first { $0.id == key }
  }
  static func set(state: Notebook, inner: Note, key: Int) -> Notebook {
    var model = state
    guard let index = model.notes.firstIndex(where: { $0.id == key }) else { return state }
    model.notes[index] = inner
    return model
  }
  static func tag(action: NoteAction, key: Int) -> NotebookAction { .note(id: key, action) }
}

func notebook(
  _ environment: NotebookEnvironment = NotebookEnvironment()
) -> Store<Notebook, NotebookAction, NotebookEnvironment> {
  Store(update: Notebook.update, state: Notebook(), environment: environment)
}

/// The states that an observer has received, in order.
final class Seen<Value: Sendable>: Sendable {
  private let list = Locked<[Value]>([], rank: .leaf)
  var values: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}
