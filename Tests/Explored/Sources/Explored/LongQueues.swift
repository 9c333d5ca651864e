import Explorer
import StrataConcurrency
import StrataCore
import StrataStores
import StrataUpdates

/// Programs about queues that are so long that those who send have to wait.
///
/// No wait may end by time: that would be a second in which nothing happens.
let longQueuePrograms = [
  Program(
    "queue-actions-held",
    "A sender that waits for a long queue goes on when its handler waits for the sender."
  ) { scene in
    let text = Single("")
    let store = StrataUpdates.Store(
      update: { (state: Int, action: Int, _: Void) in
        if action > 1, currentThread == 0 { _ = text.value }
        return Update(state: state + 1, fx: .empty)
      },
      state: 0,
      environment: ()
    )
    scene.thread { store.send(1) }
    scene.thread {
      change(&text.context[text.slot]) { text in
        for _ in 0..<Backlog.limit { store.send(2) }
        text = "changed"
      }
    }
    scene.atEnd {
      expect(store.state == Backlog.limit + 1, "the state is \(store.state)")
      expect(lapsedWaits == 0, "a sender has waited in vain")
    }
  },
  Program(
    "queue-states-held",
    "A thread that waits for a long queue goes on when a subscriber waits for the thread."
  ) { scene in
    let text = Single("")
    let store = MarkedStore()
    let token = store.subscribe { state in
      called("subscriber")
      if state.isMarked, state.count > 0, currentThread == 0 { _ = text.value }
    }
    scene.thread { store.mark() }
    scene.thread {
      change(&text.context[text.slot]) { text in
        for _ in 0..<Backlog.limit + 2 { store.add(1) }
        text = "changed"
      }
    }
    scene.atEnd {
      expect(store.state.count == Backlog.limit + 2, "the count is \(store.state.count)")
      expect(lapsedWaits == 0, "a thread has waited in vain")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "queue-actions-pass",
    "A thread that handles the actions of others passes them on, and none is lost or handled twice."
  ) { scene in
    let isInside = Shared(false)
    let store = StrataUpdates.Store(
      update: { (state: Int, action: Int, _: Void) in
        expect(!isInside.latest, "two actions are handled at once")
        isInside.value = true
        isInside.value = false
        return Update(state: state + action, fx: .empty)
      },
      state: 0,
      environment: ()
    )
    let count = Backlog.share + 4
    scene.thread { store.send(1_000) }
    scene.thread { for _ in 0..<count { store.send(1) } }
    scene.atEnd {
      expect(store.state == 1_000 + count, "the state is \(store.state)")
      expect(lapsedWaits == 0, "a sender has waited in vain")
    }
  },
]

private struct Marked: StateContainer {
  enum State: EnumState {
    case counting
  }

  var current = State.counting
  var count = 0
  var isMarked = false
}

// SAFETY: adds no state.
private final class MarkedStore: StrataStores.Store<Marked>, @unchecked Sendable {
  init() {
    super.init(initialState: Marked(), delivery: .immediate)
  }

  func add(_ amount: Int) { state.update { $0.count += amount } }
  func mark() { state.update { $0.isMarked = true } }
}
