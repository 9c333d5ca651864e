import StrataConcurrency
import StrataUpdates

/// An effect as plain data, from which both the library's effect and a plain simulation are made.
indirect enum EffectPlan: Sendable {
  case just([Int])
  case work([Step])
  case merge([EffectPlan])
  case delay(Int, EffectPlan)
  case cancellable(Int, cancelInFlight: Bool, EffectPlan)
  case cancel(Int)
  case debounce(Int, Int, EffectPlan)
  case throttle(Int, EffectPlan)

  /// A wait of some nanoseconds, and the action after it.
  struct Step: Sendable {
    let wait: Int
    let mark: Int
  }

  /// The interval of a throttle, and whether the latest effect follows.
  static func throttle(_ id: Int) -> (interval: Int, latest: Bool) {
    (1_500_000_011 + id * 70_000_003, id.isMultiple(of: 2))
  }

  /// The library's effect.
  func fx(_ clock: SimulatedClock) -> Fx<PlanAction> {
    switch self {
    case .just(let marks): .just(contentsOf: marks.map(PlanAction.mark))
    case .work(let steps):
      .run { send in
        for step in steps {
          guard (try? await clock.sleep(for: .nanoseconds(step.wait))) != nil else { return }
          send(.mark(step.mark))
        }
      }
    case .merge(let plans): .merge(plans.map { $0.fx(clock) })
    case .delay(let wait, let plan): plan.fx(clock).delay(for: .nanoseconds(wait), clock: clock)
    case .cancellable(let id, let cancelInFlight, let plan):
      plan.fx(clock).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id)
    case .debounce(let id, let wait, let plan):
      plan.fx(clock).debounce(id: id, for: .nanoseconds(wait), clock: clock)
    case .throttle(let id, let plan):
      plan.fx(clock).throttle(
        id: id,
        for: .nanoseconds(Self.throttle(id).interval),
        latest: Self.throttle(id).latest,
        clock: clock
      )
    }
  }
}

enum PlanAction: Sendable {
  case start(EffectPlan)
  case mark(Int)
}

/// Makes random plans, whose waits are so long and random that no two of them end at once.
struct PlanGenerator {
  private var random: UInt64
  private(set) var marks = 0

  init(seed: UInt64) { random = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % bound
  }

  mutating func wait() -> Int { 1 + next(1_000_000_000) }

  mutating func mark() -> Int {
    marks += 1
    return marks
  }

  mutating func plan(depth: Int = 3) -> EffectPlan {
    if depth == 0 || next(5) == 0 { return leaf() }
    switch next(6) {
    case 0: return .merge((0..<(1 + next(3))).map { _ in plan(depth: depth - 1) })
    case 1: return .delay(wait(), plan(depth: depth - 1))
    case 2: return .cancellable(next(3), cancelInFlight: next(2) == 0, plan(depth: depth - 1))
    case 3: return .debounce(next(3), wait(), plan(depth: depth - 1))
    case 4: return .throttle(next(3), plan(depth: depth - 1))
    default: return leaf()
    }
  }

  private mutating func leaf() -> EffectPlan {
    switch next(4) {
    case 0: return .just((0..<(1 + next(2))).map { _ in mark() })
    case 1: return .cancel(next(3))
    default:
      return .work(
        (0..<(1 + next(3))).map { _ in EffectPlan.Step(wait: wait(), mark: mark()) }
      )
    }
  }
}
