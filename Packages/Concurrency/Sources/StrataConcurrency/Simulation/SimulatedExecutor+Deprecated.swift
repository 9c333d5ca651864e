extension SimulatedExecutor {
  /// Waits until no job can run, at the current time.
  @available(*, deprecated, renamed: "waitUntilIdle()")
  public final func quiet() async { await waitUntilIdle() }
}
