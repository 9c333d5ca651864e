import CMachine
import Measuring
import StrataCore
import StrataModels
import StrataStores

/// The rows with several threads, by the processor time of all of them.
enum ThreadRows {
  static var all: [Workload] {
    [twoTrees, besideOneThread] + [2, 8].flatMap { [separate($0), sameTree($0), oneSlot($0)] }
      + [stores(1), stores(8), taskStart]
  }

  private static var twoTrees: Workload {
    Workload("2 threads on 2 trees, a write each", budget: 1.6, count: 600_000) {
      let leaves = (0..<2).map { Leaf($0) }
      let anchors = leaves.map { Anchor($0.context) }
      return Prepared(isRight: leaves[1].count == 1, floor: Floors.twoLocks) { count in
        Crew.run(2) { thread in
          // Outside the loop, because each write would otherwise retain and release it.
          let leaf = leaves[thread]
          for number in 0..<count { leaf.count = number }
        }
        withExtendedLifetime(anchors) {}
      }
    }
  }

  /// Printed beside the floor's own loss, because two threads may share units of a core.
  private static var besideOneThread: Workload {
    Workload("2 threads on 2 trees, beside one thread that writes both", .oneThread, count: 600_000)
    {
      let leaves = (0..<2).map { Leaf($0) }
      let anchors = leaves.map { Anchor($0.context) }
      let oneThread: (Int) -> Void = { count in
        for leaf in leaves {
          for number in 0..<count { leaf.count = number }
        }
      }
      return Prepared(isRight: leaves[1].count == 1, floor: oneThread) { count in
        Crew.run(2) { thread in
          // Outside the loop, because each write would otherwise retain and release it.
          let leaf = leaves[thread]
          for number in 0..<count { leaf.count = number }
        }
        withExtendedLifetime(anchors) {}
      }
    }
  }

  /// Each thread on a tree of its own.
  private static func separate(_ threads: Int) -> Workload {
    Workload(
      "\(threads) threads, each writes in a tree of its own, per write",
      count: 300_000,
      divisor: Double(threads)
    ) {
      let leaves = (0..<threads).map { Leaf($0) }
      let anchors = leaves.map { Anchor($0.context) }
      return Prepared(isRight: leaves[1].count == 1) { count in
        Crew.run(threads) { thread in
          // Outside the loop, because each write would otherwise retain and release it.
          let leaf = leaves[thread]
          for number in 0..<count { leaf.count = number }
        }
        withExtendedLifetime(anchors) {}
      }
    }
  }

  /// Each thread on a row of its own in one tree, whose lock they share.
  private static func sameTree(_ threads: Int) -> Workload {
    Workload(
      "\(threads) threads, each writes a row of one tree, per write",
      count: 300_000,
      divisor: Double(threads)
    ) {
      let list = Listing(count: threads)
      let anchor = Anchor(list.context)
      let rows = list.rows
      Crew.run(threads) { thread in
        for _ in 0..<1_000 { rows[thread].count += 1 }
      }
      let isRight = rows.indices.allSatisfy { rows[$0].count == $0 + 1_000 }
      return Prepared(isRight: isRight) { count in
        Crew.run(threads) { thread in
          let row = rows[thread]
          for number in 0..<count { row.count = number }
        }
        withExtendedLifetime((anchor, list)) {}
      }
    }
  }

  private struct Total: StateContainer {
    enum State: EnumState { case counting(Int) }
    var current = State.counting(0)

    mutating func add() {
      switch current {
      case .counting(let number): current = .counting(number + 1)
      }
    }
  }

  /// Transactions of one domain store, none of them lost.
  private static func stores(_ threads: Int) -> Workload {
    let crew = threads == 1 ? "1 thread" : "\(threads) threads"
    return Workload("domain store: a transaction, \(crew) on one store", count: 100_000) {
      let store = Store(initialState: Total(), delivery: .immediate)
      Crew.run(threads) { _ in
        for _ in 0..<100 { store.state.add() }
      }
      return Prepared(isRight: store.state.current == .counting(100 * threads)) { count in
        let share = max(1, count / threads)
        Crew.run(threads) { _ in
          for _ in 0..<share { store.state.add() }
        }
      }
    }
  }

  private static func oneSlot(_ threads: Int) -> Workload {
    Workload("+=, \(threads) threads on one property, per change", count: 600_000) {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      Crew.run(threads) { _ in
        for _ in 0..<1_000 { leaf.count += 1 }
      }
      return Prepared(isRight: leaf.count == 1_000 * threads) { count in
        let share = max(1, count / threads)
        Crew.run(threads) { _ in
          for _ in 0..<share { leaf.count += 1 }
        }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  /// The cost of a task on a model beyond a bare one, until both have run.
  private static var taskStart: Workload {
    Workload("task on a model, beyond a bare task", budget: 5) {
      Prepared(isRight: true, figures: TaskStart.figures())
    }
  }
}

/// Runs a closure on several threads and waits for all.
enum Crew {
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let job = Job(body: body)
    unsafe run_threads(
      Int32(count),
      { number, job in
        guard let job = unsafe job else { return }
        // SAFETY: `job` is retained below until all threads have ended.
        unsafe Unmanaged<Job>.fromOpaque(job).takeUnretainedValue().body(Int(number))
      },
      Unmanaged.passUnretained(job).toOpaque()
    )
    withExtendedLifetime(job) {}
  }

  private final class Job: Sendable {
    let body: @Sendable (Int) -> Void
    init(body: @escaping @Sendable (Int) -> Void) { self.body = body }
  }
}

/// Counts the work of tasks from before they are started until all have run.
///
/// The executor runs them on this thread after all have started. Between two threads, most of the work would be waking
/// one another.
enum TaskStart {
  /// The cost of a task on a model beyond a bare one, in lock pairs, a figure for each round.
  static func figures(count: Int = 2_000, rounds: Int = 61) -> [Double] {
    let executor = QueueExecutor()
    let meter = Meter().withAnchor()
    meter.modelNode.context.setTaskExecutor(executor)
    var figures: [Double] = []
    for _ in 0..<rounds {
      let floor = LockPair.nanoseconds()
      let seen = Tally()
      let bare = time(count, executor) { Task(executorPreference: executor) { seen.add() } }
      let own = time(count, executor) { meter.node.task { seen.add() } }
      precondition(seen.number == 2 * count, "\(seen.number) of \(2 * count) tasks have run")
      figures.append((own - bare) / floor)
    }
    return figures
  }

  private static func time(
    _ count: Int,
    _ executor: QueueExecutor,
    _ start: () -> Void
  ) -> Double {
    let begin = now()
    for _ in 0..<count { start() }
    executor.drain()
    return (now() - begin) / Double(count)
  }

  /// Runs jobs on demand.
  // SAFETY: only the main thread uses it, and it runs all jobs there.
  final class QueueExecutor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
      jobs.append(UnownedJob(job))
    }

    func drain() {
      while !jobs.isEmpty {
        let due = jobs
        jobs.removeAll(keepingCapacity: true)
        let executor = unsafe asUnownedTaskExecutor()
        for job in due { unsafe job.runSynchronously(on: executor) }
      }
    }
  }
}
