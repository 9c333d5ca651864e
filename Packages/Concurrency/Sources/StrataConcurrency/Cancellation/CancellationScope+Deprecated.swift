extension CancellationScope {
  /// Cancels all that runs, and starts nothing more.
  @available(*, deprecated, renamed: "close()")
  public func seal() { close() }

  /// Waits until all bodies have returned.
  @available(*, deprecated, renamed: "finished()")
  public func unwound() async { await finished() }

  /// Calls a closure when all bodies have returned.
  @available(*, deprecated, renamed: "onFinish(_:)")
  public func whenUnwound(_ body: @escaping @Sendable () -> Void) { onFinish(body) }
}
