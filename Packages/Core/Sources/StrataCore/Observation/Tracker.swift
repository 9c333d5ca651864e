public import StrataConcurrency

/// Records the slots that a closure reads, and notifies once when one of them has changed.
///
/// Each run of ``track(_:)`` starts anew, and slots that the last run did not read are no longer observed. A slot is
/// observed from the moment of its read, so no change between the read and the end of the run is lost.
///
/// ```swift
/// let tracker = Tracker { print("stale") }
/// let sum = tracker.track { a.read(x) + b.read(y) }
/// ```
public final class Tracker: Cancellable {
  private let observer: TrackingObserver

  /// The kind and call site of the tracker.
  public var site: ObserverSite { observer.site }

  /// Makes a tracker that has recorded nothing yet.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - callSite: Its call site, for reports.
  ///   - onTrigger: Called before `onChange`, with the change that causes the call.
  ///   - onChange: Called, outside all locks, at the first change of a recorded slot after each
  ///     run, on the thread that delivers the change.
  public init(
    _ kind: String = "tracker",
    at callSite: CallSite,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    observer = TrackingObserver(
      site: ObserverSite(kind: kind, callSite: callSite),
      onTrigger: onTrigger,
      onChange: onChange
    )
  }

  /// Makes a tracker that distinguishes touches from other changes.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - callSite: Its call site, for reports.
  ///   - onTrigger: Called before `onChange`, with the change that causes the call.
  ///   - onTouch: Called first, with each touch of a recorded slot; `onChange` is called after each.
  ///   - onChange: As in ``init(_:at:onTrigger:onChange:)``.
  package init(
    _ kind: String,
    at callSite: CallSite,
    onTrigger: @escaping @Sendable (borrowing Change) -> Void,
    onTouch: @escaping @Sendable (borrowing Change) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    observer = TrackingObserver(
      site: ObserverSite(kind: kind, callSite: callSite),
      onTrigger: onTrigger,
      onTouch: onTouch,
      onChange: onChange
    )
  }

  /// Makes a tracker that has recorded nothing yet, with the caller's line as its call site.
  ///
  /// - Parameters:
  ///   - kind: Its name in reports.
  ///   - fileID: The caller's file. This and the next three parameters are the call site.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - onChange: As in ``init(_:at:onTrigger:onChange:)``.
  public convenience init(
    _ kind: String = "tracker",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.init(
      kind,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      onChange: onChange
    )
  }

  deinit { observer.cancel() }

  /// Runs a closure and records its reads on this thread.
  ///
  /// Runs of one tracker must not overlap, neither on several threads nor by recursion.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws. The reads before the error are recorded.
  public func track<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    observer.beginRun()
    defer { observer.endRun() }
    return try TrackingScope.run(observer, body)
  }

  /// Whether the last run may not have read a consistent snapshot; called on the thread of the run, before the next.
  ///
  /// The reason is another thread's commit to one of its slots before the run ended, or a notification of such a
  /// commit.
  package var wasSuperseded: Bool { observer.wasSuperseded() }

  /// Whether a slot of the last run has changed since; a notification was delivered or will be.
  package var isStale: Bool { observer.isStale }

  /// Notifies again of the next change of the last run's slots, although it has notified once.
  package func resume() { observer.resume() }

  /// Ends the observation; `onChange` is not called any more.
  ///
  /// Releasing the tracker does the same.
  public func cancel() { observer.cancel() }
}
