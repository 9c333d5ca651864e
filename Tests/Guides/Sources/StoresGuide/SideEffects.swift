import ArticleOutput
import StrataConcurrency
import StrataStores

enum TimerEffect: SideEffect {
  case beep
}

struct TimerState: StateContainer {
  enum State: EnumState {
    case running
    case done
  }

  var current: State = .running
}

// SAFETY: stores nothing beside the state.
final class TimerStore: EffectStore<TimerState, TimerEffect>, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }

  func finish() {
    state.update { $0.current = .done }
    emit(.beep)
  }

  override func on(state: TimerState) { print("now", state.current) }
}

@Sendable func sideEffects() async throws {
  let timer = TimerStore()
  let subscription = timer.subscribe { state, effect in
    print(state.current, effect.map { "\($0)" } ?? "-")
  }
  timer.finish()
  subscription.stop()
}
