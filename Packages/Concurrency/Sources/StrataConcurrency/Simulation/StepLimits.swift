/// How many jobs a simulation may run.
struct StepLimits: Sendable {
  /// In all.
  let total: Int
  /// At one moment of virtual time: a simulation that never comes to rest shows itself sooner than one
  /// whose time passes.
  let moment: Int

  init(_ total: Int) {
    self.total = total
    moment = min(total, max(100_000, total / 10))
  }

  /// Whether one more may run.
  func allow(_ steps: Int, now: Int) -> Bool { !isReached(steps) && !isMomentReached(now: now) }

  func isReached(_ steps: Int) -> Bool { steps >= total }

  func isMomentReached(now: Int) -> Bool { now >= moment }

  /// Whether so few are left that it is time to look who runs.
  func areNear(_ steps: Int, now: Int) -> Bool {
    steps > total - StepCensus.span || now > moment - StepCensus.span
  }
}
