import StrataConcurrency
import Synchronization

/// Runs the tasks of a confined tree inside its confinement: on the actor that has the tree, or, where there
/// is none, when the tree is left.
final class ConfinedExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    weak var home: (any Actor)?
    /// Whether a task is on its way to the actor and will run what is here.
    var isDue = false
    /// Whether the tree has ended, so that its tasks may run anywhere.
    var isReleased = false
  }

  private let confinement: Confinement
  private let state = Locked(State(), rank: .delivery)
  /// Whether there are jobs to which nobody is on the way: for the thread that leaves next.
  private let hasLeftOver = Atomic(false)
  /// The simulation whose job has made the tree.
  private let simulation = SimulatedExecutor.current

  init(_ confinement: Confinement) {
    self.confinement = confinement
  }

  /// Lets jobs run on another actor from now on.
  func move(to home: (any Actor)?) {
    state.withLock { $0.home = home }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isReleased = state.withLock { state in
      if !state.isReleased { state.jobs.append(job) }
      return state.isReleased
    }
    if isReleased { runAnywhere(job) } else if !sendToHome() { leaveOver() }
  }

  /// Sees to it that what waits is run; called by the thread that has just left.
  func runLeftOver() {
    guard hasLeftOver.load(ordering: .sequentiallyConsistent),
      hasLeftOver.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    if !sendToHome() { runWaiting() }
  }

  /// Lets jobs run anywhere: the tree has ended.
  func release() {
    let jobs = state.withLock { state in
      state.isReleased = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { runAnywhere(job) }
  }

  /// Sends a task to the actor, unless one is on its way.
  ///
  /// - Returns: Whether there is an actor.
  private func sendToHome() -> Bool {
    let (home, wasDue) = state.withLock { state in
      let home = state.home
      defer { if home != nil { state.isDue = true } }
      return (home, state.isDue)
    }
    guard let home else { return false }
    if !wasDue { Task(executorPreference: simulation) { await self.runWaiting(on: home) } }
    return true
  }

  private func runWaiting(on home: isolated any Actor) {
    state.withLock { $0.isDue = false }
    runWaiting()
  }

  /// Runs the jobs that wait at this moment, inside.
  ///
  /// Not those that they add: a task that yields until something happens would keep the actor for ever.
  private func runWaiting() {
    var entry = confinement.tryEnter()
    if case .occupied = entry {
      // By a thread to which the tree has been handed on: it finds the note when it leaves, or has left.
      leaveOver()
      entry = confinement.tryEnter()
    }
    if case .occupied = entry { return }
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    if case .entered = entry { confinement.leave() }
  }

  private func leaveOver() {
    hasLeftOver.store(true, ordering: .sequentiallyConsistent)
  }

  private func runAnywhere(_ job: UnownedJob) {
    if let simulation { simulation.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
  }
}
