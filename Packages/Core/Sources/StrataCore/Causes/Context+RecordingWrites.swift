public import StrataConcurrency

extension Context {
  /// Records the writes of this context and its descendants, with the cause of each.
  ///
  /// The recording begins with the activation of a context that is in no tree yet, else at once. It continues in each
  /// later incarnation. See ``WriteLog``.
  ///
  /// - Parameters:
  ///   - limits: How much the log retains.
  ///   - callSite: The call site, for reports about the recording.
  ///   - onWrite: Called with each record, in order, on the thread that delivers the write, outside
  ///     all locks.
  ///   - now: Gives the time of a write, in seconds since 1970, on the thread that delivers it.
  /// - Returns: The log. The recording ends when it is cancelled or released.
  public func recordWrites(
    keeping limits: WriteLog.Limits = WriteLog.Limits(),
    at callSite: CallSite,
    onWrite: (@Sendable (WriteRecord) -> Void)? = nil,
    now: (@Sendable () -> Double?)? = nil
  ) -> WriteLog {
    let log = WriteLog(WriteLogStorage(self, limits: limits, now: now, onWrite: onWrite))
    // The context retains this closure for its whole life.
    onActivation { [weak log] _ in log?.begin(at: callSite) }
    if isLive { log.begin(at: callSite) }
    return log
  }
}
