import Explorer
import StrataStores
import StrataUpdates

@_spi(Strata) @testable import StrataConcurrency

/// Programs about executors that deliver what stores have to say.
let executorPrograms = [
  Program(
    "executor-order",
    "Jobs of several threads run one at a time, those of one thread in order."
  ) {
    scene in
    let executor = ImmediateDelivery()
    let ran = Shared<[Int]>([])
    let inside = Shared(0)
    for thread in 1...2 {
      scene.thread {
        for job in 1...2 {
          executor.deliver {
            inside.change { $0 += 1 }
            expect(inside.value == 1, "two jobs run at once")
            ran.change { $0.append(thread * 10 + job) }
            inside.change { $0 -= 1 }
          }
        }
      }
    }
    scene.atEnd {
      for thread in 1...2 {
        let own = ran.value.filter { $0 / 10 == thread }
        expect(own == [thread * 10 + 1, thread * 10 + 2], "\(ran.value)")
      }
    }
  },
  Program("executor-inside", "A job that a job delivers runs after it, whoever runs them.") {
    scene in
    let executor = ImmediateDelivery()
    let ran = Shared<[Int]>([])
    scene.thread {
      executor.deliver {
        executor.deliver { ran.change { $0.append(2) } }
        ran.change { $0.append(1) }
      }
    }
    scene.thread { executor.deliver { ran.change { $0.append(3) } } }
    scene.atEnd {
      expect([[1, 2, 3], [1, 3, 2], [3, 1, 2]].contains(ran.value), "\(ran.value)")
    }
  },
  Program("executor-lane", "No job of a lane is lost, whether its queue is at work or not.") {
    scene in
    let lane = DeliveryLane(isOutside: true)
    let queue = Turns()
    let ran = Shared<[Int]>([])
    @Sendable func schedule() { queue.deliver { if lane.runScheduled() { schedule() } } }
    for job in 1...2 {
      scene.thread {
        if case .schedule = lane.add({ ran.change { $0.append(job) } }, isOnQueue: false) {
          schedule()
        }
      }
    }
    scene.thread { queue.run() }
    scene.atEnd {
      queue.run()
      expect(ran.value.sorted() == [1, 2], "\(ran.value)")
      expect(!OutsideDeliveries.isAnyDue, "a test would wait for a turn that is over")
    }
  },
  Program("executor-lane-own", "A job from the lane's own queue runs before others are told of it.")
  {
    scene in
    let lane = DeliveryLane(isOutside: true)
    let queue = Turns()
    let ran = Shared<[Int]>([])
    @Sendable func schedule() { queue.deliver { if lane.runScheduled() { schedule() } } }
    scene.thread {
      if case .schedule = lane.add({ ran.change { $0.append(1) } }, isOnQueue: false) { schedule() }
    }
    scene.thread {
      queue.run()
      if case .run(let count) = lane.add({ ran.change { $0.append(2) } }, isOnQueue: true) {
        if lane.runWaiting(atLeast: count) { schedule() }
      }
      expect(ran.value.contains(2), "it has not run")
      queue.run()
    }
    scene.atEnd {
      queue.run()
      expect(ran.value.sorted() == [1, 2], "\(ran.value)")
      expect(!OutsideDeliveries.isAnyDue, "a test would wait for a turn that is over")
    }
  },
  Program(
    "executor-domain",
    "A subscriber on an executor gets each state of a domain store once, in order."
  ) { scene in
    let queue = Turns()
    let store = CountingStore(StoreDelivery(queue))
    let seen = Shared<[Int]>([])
    let token = store.subscribe { state in
      called("subscriber")
      seen.change { $0.append(state.count) }
    }
    for _ in 0..<2 { scene.thread { store.add(1) } }
    scene.thread { queue.run() }
    scene.atEnd {
      queue.run()
      expect(seen.value == [0, 1, 2], "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "executor-domain-subscribe",
    "A subscriber that comes beside a change on an executor ends with the last state."
  ) { scene in
    let queue = Turns()
    let store = CountingStore(StoreDelivery(queue))
    let seen = Shared<[Int]>([])
    let token = Shared<StateSubscription<Counting>?>(nil)
    scene.thread { store.add(1) }
    scene.thread {
      token.value = store.subscribe { state in seen.change { $0.append(state.count) } }
    }
    scene.thread { queue.run() }
    scene.atEnd {
      queue.run()
      expect([[0, 1], [1]].contains(seen.value), "seen \(seen.value)")
    }
  },
  Program(
    "executor-domain-border",
    "A store that follows one of another delivery ends with its last state."
  ) { scene in
    let queue = Turns()
    let source = CountingStore(StoreDelivery(queue))
    let follower = CountingStore(.immediate, following: source)
    scene.thread { source.add(1) }
    scene.thread { follower.touch() }
    scene.thread {
      queue.run()
      source.add(1)
    }
    scene.atEnd {
      queue.run()
      expect(follower.state.count == 2, "the count is \(follower.state.count)")
    }
  },
  Program(
    "executor-domain-cancel",
    "A subscription that is cancelled on the executor gets nothing more."
  ) {
    scene in
    let queue = Turns()
    let store = CountingStore(StoreDelivery(queue))
    let isCancelled = Shared(false)
    let token = store.subscribe { _ in expect(!isCancelled.latest, "a state came after the end") }
    scene.thread { store.add(1) }
    scene.thread {
      queue.deliver {
        token.cancel()
        isCancelled.value = true
      }
    }
    scene.thread {
      queue.run()
      store.add(1)
      queue.run()
    }
    scene.atEnd { queue.run() }
  },
  Program("executor-update", "Actions of a store with an executor are handled there, each once.") {
    scene in
    let queue = Turns()
    let store = StrataUpdates.Store(
      update: { (state: Int, action: Int, _: Void) in
        Update(state: state + action, fx: action < 10 ? .just(action * 10) : .empty)
      },
      state: 0,
      environment: (),
      executor: queue
    )
    let seen = Shared<[Int]>([])
    let token = store.observe { state in seen.change { $0.append(state) } }
    for action in [1, 2] { scene.thread { store.send(action) } }
    scene.thread { queue.run() }
    scene.atEnd {
      queue.run()
      expect(store.state == 33 && seen.value.last == 33, "the state is \(store.state)")
      expect(seen.value == seen.value.sorted(), "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "executor-update-end",
    "A store that goes while its executor works leaves nothing half done."
  ) {
    scene in
    let queue = Turns()
    let handled = Shared(0)
    let store = Shared<StrataUpdates.Store<Int, Int, Void>?>(
      StrataUpdates.Store(
        update: { (state: Int, action: Int, _: Void) in
          handled.change { $0 += 1 }
          return Update(state: state + action, fx: .empty)
        },
        state: 0,
        environment: (),
        executor: queue
      )
    )
    scene.thread { store.latest?.send(1) }
    scene.thread { queue.run() }
    scene.thread { store.value = nil }
    scene.atEnd {
      queue.run()
      expect(handled.value <= 1, "handled \(handled.value) times")
    }
  },
]

/// Runs jobs when it is told to, one at a time: the queue of a program.
private final class Turns: DeliveryExecutor {
  private let jobs = Shared<[@Sendable () -> Void]>([])

  func deliver(_ job: @escaping @Sendable () -> Void) {
    jobs.change { $0.append(job) }
  }

  func run() {
    while true {
      var job: (@Sendable () -> Void)?
      jobs.change { if !$0.isEmpty { job = $0.removeFirst() } }
      guard let job else { return }
      job()
    }
  }
}

private struct Counting: StateContainer {
  enum State: EnumState {
    case counting
  }

  var current = State.counting
  var count = 0
  var touches = 0
}

// SAFETY: adds no state.
private final class CountingStore: StrataStores.Store<Counting>, @unchecked Sendable {
  init(_ delivery: StoreDelivery) {
    super.init(initialState: Counting(), delivery: delivery)
  }

  convenience init(_ delivery: StoreDelivery, following source: CountingStore) {
    self.init(delivery)
    subscribe(to: source) { [weak self] state in self?.state.update { $0.count = state.count } }
  }

  func add(_ amount: Int) { state.update { $0.count += amount } }
  func touch() { state.update { $0.touches += 1 } }
}
