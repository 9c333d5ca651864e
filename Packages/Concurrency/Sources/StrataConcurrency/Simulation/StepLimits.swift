/// How many jobs a simulation may run.
struct StepLimits: Sendable {
  /// In all.
  let total: Int
  /// The limit at one instant of virtual time.
  ///
  /// It finds a simulation that never comes to rest sooner than one whose time passes.
  let instant: Int

  init(_ total: Int) {
    self.total = total
    instant = min(total, max(100_000, total / 10))
  }

  /// Whether one more may run.
  func allow(_ steps: Int, now: Int) -> Bool { !isReached(steps) && !isInstantReached(now: now) }

  func isReached(_ steps: Int) -> Bool { steps >= total }

  func isInstantReached(now: Int) -> Bool { now >= instant }

  /// Whether so few steps are left that it is time to look which tasks run.
  func areNear(_ steps: Int, now: Int) -> Bool {
    steps > total - StepCensus.span || now > instant - StepCensus.span
  }
}
