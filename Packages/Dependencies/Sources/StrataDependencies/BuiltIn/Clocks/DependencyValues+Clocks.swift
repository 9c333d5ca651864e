import StrataConcurrency

extension DependencyValues {
  /// The clock that goes on while the machine sleeps.
  ///
  /// Live and preview: `ContinuousClock`. Test: reported; an `ImmediateClock`, on which every
  /// sleep is over at once, so that a test never waits.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stands still while the machine sleeps.
  ///
  /// Live and preview: `SuspendingClock`. Test: reported; an `ImmediateClock`, on which every
  /// sleep is over at once, so that a test never waits.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var testValue: any Clock<Duration> {
    standIn(
      ImmediateClock(),
      advice: "Override it with a clock that the test controls: `$0.continuousClock = …`."
    )
  }
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static var testValue: any Clock<Duration> {
    standIn(
      ImmediateClock(),
      advice: "Override it with a clock that the test controls: `$0.suspendingClock = …`."
    )
  }
}
