public import StrataConcurrency

extension Context {
  /// Records the writes of this context and of all below it, with what led to each.
  ///
  /// In a context that is in no tree yet it begins with its activation, else at once; it goes on in
  /// each later life. See ``WriteLog``.
  ///
  /// - Parameters:
  ///   - limits: How much is kept.
  ///   - callSite: Where to say that the recording was started.
  ///   - onWrite: Called with each record, in order, on the thread that delivers the write, outside
  ///     all locks.
  ///   - now: Gives the time of a write, in seconds since 1970, on the thread that delivers it.
  /// - Returns: The log; the recording ends when it is cancelled or released.
  public func recordWrites(
    keeping limits: WriteLog.Limits = WriteLog.Limits(),
    at callSite: CallSite,
    onWrite: (@Sendable (WriteRecord) -> Void)? = nil,
    now: (@Sendable () -> Double?)? = nil
  ) -> WriteLog {
    let log = WriteLog(WriteJournal(self, limits: limits, now: now, onWrite: onWrite))
    // The context holds this closure for good.
    onActivation { [weak log] _ in log?.begin(at: callSite) }
    if isLive { log.begin(at: callSite) }
    return log
  }
}
