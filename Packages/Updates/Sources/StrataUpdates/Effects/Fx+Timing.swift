extension Fx {
  /// The same effects, started later.
  ///
  /// - Parameters:
  ///   - duration: How much later.
  ///   - clock: Whose time; in a simulation the continuous clock follows the simulated time.
  /// - Returns: The delayed effects.
  public func delay(
    for duration: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Fx {
    isEmpty ? self : Fx(content: .delayed(duration, AnyClockSource(clock), self))
  }

  /// The same effects, started once no others of the identity have come for a while.
  ///
  /// For what follows a person's typing: each use replaces the one before, whether that still waits or
  /// is running.
  ///
  /// - Parameters:
  ///   - id: What the effects that replace one another share.
  ///   - duration: How long it has to be quiet.
  ///   - clock: Whose time.
  /// - Returns: The debounced effects.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Fx {
    delay(for: duration, clock: clock).cancellable(id: id, cancelInFlight: true)
  }

  /// The same effects, started at most once in an interval for each identity.
  ///
  /// The first start at once. What comes before the interval has passed waits for its end, and is
  /// replaced by what comes after it; or is dropped.
  ///
  /// - Parameters:
  ///   - id: What the effects that are counted together share.
  ///   - interval: The time between two starts.
  ///   - latest: Whether the last of those that come too early starts at the end of the interval.
  ///   - clock: Whose time.
  /// - Returns: The throttled effects.
  public func throttle(
    id: some Hashable & Sendable,
    for interval: Duration,
    latest: Bool = true,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Fx {
    guard !isEmpty else { return self }
    let throttle = Throttle(
      id: EffectID(id),
      interval: interval,
      keepsLatest: latest,
      clock: AnyClockSource(clock)
    )
    return Fx(content: .throttled(throttle, self))
  }
}
