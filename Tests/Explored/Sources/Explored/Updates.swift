import Explorer
import StrataUpdates

/// Programs about update stores.
let updatePrograms = [
  Program("update-send", "Actions of several threads are handled one at a time, and none is lost.")
  { scene in
    let isInside = Shared(false)
    let store = makeStore { state, action in
      expect(!isInside.latest, "two actions are handled at once")
      isInside.value = true
      called("update")
      state += action
      isInside.value = false
      return .empty
    }
    let seen = Shared<[Int]>([])
    let token = store.observe { state in
      called("observer")
      seen.change { $0.append(state) }
    }
    for _ in 0..<2 { scene.thread { store.send(1) } }
    scene.atEnd {
      expect(store.state == 2, "the state is \(store.state)")
      expect(seen.value == [0, 1, 2], "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program("update-effect", "Actions that effects send are handled, each once.") { scene in
    let store = makeStore { state, action in
      called("update")
      state += action
      return action < 10 ? .just(action * 10) : .empty
    }
    for action in [1, 2] { scene.thread { store.send(action) } }
    scene.atEnd { expect(store.state == 33, "the state is \(store.state)") }
  },
  Program("update-inside", "An observer that sends and another thread that does lose nothing.") {
    scene in
    let store = makeStore { state, action in
      state += action
      return .empty
    }
    let token = store.observe { state in
      called("observer")
      if state == 1 { store.send(10) }
    }
    scene.thread { store.send(1) }
    scene.thread { store.send(100) }
    scene.atEnd {
      expect([111, 101].contains(store.state), "the state is \(store.state)")
      withExtendedLifetime(token) {}
    }
  },
  Program("update-observe", "An observer that comes beside an action ends with the last state.") {
    scene in
    let store = makeStore { state, action in
      state += action
      return .empty
    }
    let seen = Shared<[Int]>([])
    let token = Shared<Subscription?>(nil)
    scene.thread { store.send(1) }
    scene.thread {
      token.value = store.observe { state in
        called("observer")
        seen.change { $0.append(state) }
      }
    }
    scene.atEnd { expect([[0, 1], [1]].contains(seen.value), "seen \(seen.value)") }
  },
]

private func makeStore(
  _ update: @escaping @Sendable (inout Int, Int) -> Fx<Int>
) -> Store<Int, Int, Void> {
  Store(
    update: { (state: Int, action: Int, _: Void) in
      var next = state
      let effects = update(&next, action)
      return Update(state: next, fx: effects)
    },
    state: 0,
    environment: ()
  )
}
