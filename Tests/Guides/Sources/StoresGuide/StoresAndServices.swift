import ArticleOutput
import StrataStores

struct CounterState: StateContainer {
  enum State: EnumState {
    case idle
    case counting
  }

  var current: State = .idle
  var count = 0

  mutating func add(_ amount: Int) {
    update {
      $0.count += amount
      $0.current = .counting
    }
  }
}

// SAFETY: stores nothing beside the state.
final class CounterStore: Store<CounterState>, @unchecked Sendable {
  init() { super.init(initialState: .init()) }

  func add(_ amount: Int) { state.add(amount) }
  func reset() { state = .init() }
}

@Sendable func storesAndServices() async throws {
  let counter = CounterStore()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<100 {
      group.addTask { counter.add(1) }
    }
  }
  print(counter.state.count)  // 100
}
