extension SimulatedExecutor {
  private static let joinsReports: Void = ReportSink.findReceiverOfJob {
    guard let executor = SimulatedExecutor.current else { return nil }
    return executor.state.withLock { $0.reportReceiver }
  }

  /// Sends reports that jobs of this simulation make, and that no handler around them receives, to a handler.
  ///
  /// A detached task inherits no handler, and is part of the simulation nevertheless.
  ///
  /// - Parameter handler: Drops repeated reports by itself; `nil` for none.
  @_spi(Strata) public final func setHandlerOfRepeats(_ handler: ReportSink.Handler?) {
    _ = Self.joinsReports
    let receiver = handler.map { ReportSink.Receiver(receivesRepeats: true, $0) }
    // The former one is released outside of the lock: it is the program's.
    let former = state.withLock { state in
      defer { state.reportReceiver = receiver }
      return state.reportReceiver
    }
    withExtendedLifetime(former) {}
  }
}
