import StrataOneStore
import StrataRendering

// A row: the model and its state are `Identifiable`, and the identity is the state's.
struct Task: Model, Identifiable {
  struct State: Equatable, Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }

  @ModelState private var state: State

  func onActivate() {
    let title = state.title
    print("begins: \(title)")
    onDeactivate { print("ends: \(title)") }
  }

  func toggle() { state.isDone.toggle() }
}

struct Details: Model {
  struct State: Equatable {
    var text = ""
  }

  @ModelState private var state: State

  func write(_ text: String) { state.text = text }
}

struct List: Model {
  struct State: Equatable {
    @StateModel<IdentifiedArrayOf<Task>> var tasks = []
    @StateModel<Details?> var details = nil
    // Computed once for each change, however many views follow it.
    var open: Int { tasks.filter { !$0.isDone }.count }
  }

  @ModelState private var state: State

  func add(_ title: String) {
    state.tasks.append(.init(id: state.tasks.count, title: title))
  }

  func removeFirst() { state.tasks.remove(at: 0) }

  // One change: others see all of it or nothing, and views are updated once.
  func finishAll() {
    $state.transaction { state in
      for index in state.tasks.indices { state.tasks[index].isDone = true }
      state.details = .init(text: "All done.")
    }
  }
}

// Models are views into a store. Hold the store as long as they are used.
let store = Store<List>(initialState: .init())
let list = store.model
let view = RenderProbe {
  "\(list.open) open of \(list.$tasks.count), \(list.$details?.text ?? "no details")"
}
list.add("Read")
list.add("Write")
print(view.output)
list.$tasks[0].toggle()
print(view.output)
list.finishAll()
print(view.output)
list.$details?.write("Rest.")
print(view.output)

// Views show another state for a while; the store's own goes on.
let former = List.State(tasks: [.init(id: 0, title: "Read")])
store.stateOverride = former
list.removeFirst()
print("shown: \(view.output)")
store.stateOverride = nil
print("again: \(view.output)")
