extension Fx {
  /// The same effects, started later.
  ///
  /// - Parameters:
  ///   - duration: How much later.
  ///   - clock: The clock of the wait; in a simulation the continuous clock follows the simulated time.
  /// - Returns: The delayed effects.
  public func delay(
    for duration: Duration,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Fx {
    isEmpty ? self : Fx(content: .delayed(duration, AnyClockSource(clock), self))
  }

  /// The same effects, started once no others of the identity have come for a while.
  ///
  /// Use it for effects that follow a person's typing: each use replaces the one before, whether that still waits or is
  /// running.
  ///
  /// - Parameters:
  ///   - id: The identity that the effects that replace one another share.
  ///   - duration: How long no other effect may come.
  ///   - clock: The clock of the wait.
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
  /// The first starts at once. Effects that come before the interval has passed wait for its end, and later ones
  /// replace them; with `latest: false` they are dropped. A cancellation drops what waits, and the interval goes on. An
  /// effect that waits counts as running; an interval in which none waits does not.
  ///
  /// - Parameters:
  ///   - id: The identity that the effects that are counted together share.
  ///   - interval: The time between two starts.
  ///   - latest: Whether the last of those that come too early starts at the end of the interval.
  ///   - clock: The clock of the interval.
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
