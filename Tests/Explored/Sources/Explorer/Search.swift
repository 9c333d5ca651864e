import CScheduler

/// Tries every schedule of a program with at most so many preemptions, depth first.
///
/// A schedule is a list of deviations from the default: at a given step, a given thread goes on. By default a thread
/// goes on until it waits or ends. An interruption is tried only where threads are known to meet, which is at an
/// address that two of them use and one writes. A meeting that is found later repeats the search. A state that was seen
/// with as many preemptions left is not entered again. A state is the order of the events, not the contents of memory.
struct Search {
  /// How a search ended.
  struct Summary: Sendable {
    var schedules = 0
    var isComplete = true
    var longest: UInt32 = 0
  }

  private struct Node {
    let parent: Int32
    let step: UInt32
    let thread: UInt32
    let preemptions: Int32
  }

  let runner: Runner
  let bound: Int32
  let mayGoOn: () -> Bool
  private var nodes: [Node] = []
  private var pending: [Int32] = []
  private var seen: [UInt64: Int32] = [:]
  private(set) var summary = Summary()

  init(_ runner: Runner, bound: Int32, mayGoOn: @escaping () -> Bool) {
    self.runner = runner
    self.bound = bound
    self.mayGoOn = mayGoOn
  }

  mutating func run() {
    var known: UInt64
    repeat {
      known = schedulerMeetingPlaces()
      nodes = []
      pending = [-1]
      seen = [:]
      while let next = pending.popLast() {
        guard mayGoOn() else {
          summary.isComplete = false
          return
        }
        runner.run(deviations(next))
        summary.schedules += 1
        summary.longest = max(summary.longest, schedulerSteps())
        if !schedulerHasDiverged() { branch(from: next) }
      }
    } while schedulerMeetingPlaces() != known
  }

  private func deviations(_ node: Int32) -> [SchedulerDeviation] {
    var found: [SchedulerDeviation] = []
    var next = node
    while next >= 0 {
      let node = nodes[Int(next)]
      found.append(SchedulerDeviation(step: node.step, thread: node.thread))
      next = node.parent
    }
    return found.reversed()
  }

  private mutating func branch(from parent: Int32) {
    let last = parent < 0 ? 0 : nodes[Int(parent)].step
    let used = parent < 0 ? 0 : nodes[Int(parent)].preemptions
    var count: UInt32 = 0
    let decisions = unsafe schedulerDecisions(&count)
    var state: UInt64?
    for index in 0..<Int(count) {
      let decision = unsafe decisions[index]
      // Between two decisions in the same state nothing happened that another thread could have seen.
      guard decision.step > last, decision.state != state else { continue }
      state = decision.state
      guard enter(decision, UInt32(decision.chosen), left: bound - used) else { return }
      let cost: Int32 = decision.isPreemptible ? 1 : 0
      guard used + cost <= bound, cost == 0 || decision.matters else { continue }
      for thread in 0..<UInt32(SCHEDULER_MAX_THREADS)
      where decision.enabled & 1 << thread != 0 && thread != decision.chosen {
        guard enter(decision, thread, left: bound - used - cost) else { continue }
        pending.append(Int32(nodes.count))
        nodes.append(
          Node(parent: parent, step: decision.step, thread: thread, preemptions: used + cost)
        )
      }
    }
  }

  /// Notes that a thread goes on in a state; false when that was seen with as many preemptions left.
  private mutating func enter(_ decision: SchedulerDecision, _ thread: UInt32, left: Int32) -> Bool
  {
    let key = (decision.state &* 31 &+ UInt64(thread)) &* 0x9E37_79B9_7F4A_7C15
    if let before = seen[key], before >= left { return false }
    seen[key] = left
    return true
  }
}
