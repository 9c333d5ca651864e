import Explorer
import StrataConcurrency
import StrataUpdates

/// Programs about effects that are cancelled, and about those who watch what a store does.
let effectPrograms = [
  Program(
    "effect-cancel",
    "What an effect sends after the action that cancels it is not handled.",
    workers: 1
  ) { scene in
    let store = Store(
      update: { (state: Int, action: Int, _: Void) -> Update<Int, Int> in
        switch action {
        case 1: return Update(state: 1, fx: .run { send in send(10) }.cancellable(id: "id"))
        case 2: return Update(state: state == 1 ? 2 : state, fx: .cancel(id: "id"))
        default:
          expect(state == 1, "an action has come after the end")
          return Update(state: 3, fx: .empty)
        }
      },
      state: 0,
      environment: ()
    )
    scene.thread { store.send(1) }
    scene.thread { store.send(2) }
    scene.atEnd { expect([2, 3].contains(store.state), "the state is \(store.state)") }
  },
  Program(
    "effect-replace",
    "Of effects that replace one another, the last one's action is handled.",
    workers: 2
  ) {
    scene in
    let store = Store(
      update: { (state: [Int], action: Int, _: Void) -> Update<[Int], Int> in
        guard action < 10 else { return Update(state: state + [action], fx: .empty) }
        return Update(
          state: state + [action],
          fx: .run { send in send(action * 10) }.cancellable(id: "id", cancelInFlight: true)
        )
      },
      state: [],
      environment: ()
    )
    for action in 1...2 { scene.thread { store.send(action) } }
    scene.atEnd {
      guard let last = store.state.last(where: { $0 < 10 }) else { return }
      expect(store.state.contains(last * 10), "\(store.state)")
    }
  },
  Program(
    "effect-end",
    "A store that goes beside its effects ends them, and no action is handled after.",
    workers: 1
  ) {
    scene in
    let hasEnded = Shared(false)
    let store = Shared<Store<Int, Int, Void>?>(
      Store(
        update: { (state: Int, action: Int, _: Void) in
          Update(state: state + 1, fx: action == 1 ? .run { send in send(2) } : .empty)
        },
        state: 0,
        environment: ()
      )
    )
    scene.thread { store.latest?.send(1) }
    scene.thread {
      store.value = nil
      hasEnded.value = true
    }
    scene.atEnd { expect(hasEnded.value, "it has not ended") }
  },
  Program(
    "effect-actions",
    "Who watches the actions from some moment on gets each later one, in order."
  ) {
    scene in
    let store = Store(
      update: { (state: Int, action: Int, _: Void) in Update(state: state + action, fx: .empty) },
      state: 0,
      environment: ()
    )
    let seen = Shared<[Int]>([])
    let token = Shared<Subscription?>(nil)
    let isThere = Shared(false)
    let wasThere = Shared(false)
    scene.thread {
      token.value = store.observeActions { action in
        called("observer")
        seen.change { $0.append(action) }
      }
      isThere.value = true
    }
    scene.thread {
      store.send(1)
      wasThere.value = isThere.value
      store.send(2)
    }
    scene.atEnd {
      let allowed = wasThere.value ? [[2], [1, 2]] : [[], [2], [1, 2]]
      expect(allowed.contains(seen.value), "seen \(seen.value)")
    }
  },
  Program("effect-watch-end", "Who stops watching beside an action gets no action after that.") {
    scene in
    let store = Store(
      update: { (state: Int, action: Int, _: Void) in Update(state: state + action, fx: .empty) },
      state: 0,
      environment: ()
    )
    let seen = Shared<[Int]>([])
    let token = store.observeActions { action in seen.change { $0.append(action) } }
    scene.thread {
      token.cancel()
      store.send(3)
    }
    for action in 1...2 { scene.thread { store.send(action) } }
    scene.atEnd {
      expect(store.state == 6 && !seen.value.contains(3), "seen \(seen.value)")
    }
  },
]
