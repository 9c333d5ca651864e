/// Effects as one loop over a list of events: no tasks, no locks, no queue of a store.
struct PlainEffects {
  private final class Running {
    let ids: [Int]
    var isOver = false

    init(_ ids: [Int]) { self.ids = ids }
  }

  private enum Event {
    case step(EffectPlan, at: Int, Running)
    case start(EffectPlan, Running)
    case windowEnd(Int)
  }

  private struct Window {
    var waiting: (plan: EffectPlan, ids: [Int])?
  }

  private let reactions: [Int: EffectPlan]
  private(set) var now = 0
  private(set) var handled: [String] = []
  private var events: [(time: Int, event: Event)] = []
  private var running: [Running] = []
  private var windows: [Int: Window] = [:]
  private var actions: [(mark: Int, from: Running)] = []

  init(reactions: [Int: EffectPlan]) { self.reactions = reactions }

  /// How many effects run, those that wait for the end of an interval among them.
  var runningCount: Int {
    running.count { !$0.isOver } + windows.values.count { $0.waiting != nil }
  }

  /// Handles an action from outside.
  mutating func send(_ plan: EffectPlan) {
    start(plan, [])
    drain()
  }

  /// Lets time pass.
  mutating func advance(to end: Int) {
    while let index = events.indices.min(by: { events[$0].time < events[$1].time }),
      events[index].time <= end
    {
      let (time, event) = events.remove(at: index)
      now = time
      perform(event)
      drain()
    }
    now = end
  }

  private mutating func perform(_ event: Event) {
    switch event {
    case .step(let plan, let index, let effect):
      guard !effect.isOver, case .work(let steps) = plan else { return }
      actions.append((steps[index].mark, effect))
      if index + 1 < steps.count {
        events.append((now + steps[index + 1].wait, .step(plan, at: index + 1, effect)))
      } else {
        drain()
        effect.isOver = true
      }
    case .start(let plan, let effect):
      guard !effect.isOver else { return }
      effect.isOver = true
      start(plan, effect.ids)
    case .windowEnd(let id):
      guard let window = windows.removeValue(forKey: id) else { return }
      if let waiting = window.waiting { throttle(waiting.plan, id, waiting.ids) }
    }
  }

  private mutating func drain() {
    while !actions.isEmpty {
      let (mark, effect) = actions.removeFirst()
      guard !effect.isOver else { continue }
      handled.append("\(mark)@\(now)")
      if let reaction = reactions[mark] { start(reaction, []) }
    }
  }

  private mutating func start(_ plan: EffectPlan, _ ids: [Int]) {
    switch plan {
    case .just(let marks):
      // It counts as no running effect, and a cancellation finds its actions until they have been handled.
      let source = Running(ids)
      sources.append(source)
      actions += marks.map { ($0, source) }
    case .work(let steps): events.append((now + steps[0].wait, .step(plan, at: 0, run(ids))))
    case .merge(let plans): for plan in plans { start(plan, ids) }
    case .delay(let wait, let plan): events.append((now + wait, .start(plan, run(ids))))
    case .cancellable(let id, let cancelInFlight, let plan):
      if cancelInFlight { cancel(id) }
      start(plan, ids + [id])
    case .cancel(let id): cancel(id)
    case .debounce(let id, let wait, let plan):
      cancel(id)
      start(.delay(wait, plan), ids + [id])
    case .throttle(let id, let plan): throttle(plan, id, ids)
    }
  }

  private var sources: [Running] = []

  private mutating func run(_ ids: [Int]) -> Running {
    running.append(Running(ids))
    return running[running.count - 1]
  }

  private mutating func cancel(_ id: Int) {
    for (throttle, window) in windows
    where throttle == id || window.waiting?.ids.contains(id) == true {
      windows[throttle]?.waiting = nil
    }
    for effect in running + sources where effect.ids.contains(id) { effect.isOver = true }
  }

  private mutating func throttle(_ plan: EffectPlan, _ id: Int, _ ids: [Int]) {
    let (interval, latest) = EffectPlan.throttle(id)
    guard windows[id] == nil else {
      if latest { windows[id]?.waiting = (plan, ids) }
      return
    }
    windows[id] = Window()
    start(plan, ids + [id])
    events.append((now + interval, .windowEnd(id)))
  }
}
