public import StrataConcurrency

/// Records which slots a closure reads, and says once that one of them has changed.
///
/// Each run of ``track(_:)`` starts anew: what the last run did not read is no longer watched.
/// A read is watched from the moment it is made, so no change between the read and the end of the
/// run is lost.
///
/// ```swift
/// let tracker = Tracker { print("stale") }
/// let sum = tracker.track { a.read(x) + b.read(y) }
/// ```
public final class Tracker: Cancellable {
  private let watcher: TrackingWatcher

  /// What it is and where it was made.
  public var origin: WatcherOrigin { watcher.origin }

  /// Makes a tracker that has recorded nothing yet.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
  ///   - onTrigger: Called before `onChange` with the change that it is called for.
  ///   - onChange: Called, outside all locks, at the first change of a recorded slot after each
  ///     run, on the thread that delivers the change.
  public init(
    _ kind: String = "tracker",
    at callSite: CallSite,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    watcher = TrackingWatcher(
      origin: WatcherOrigin(kind: kind, callSite: callSite),
      onTrigger: onTrigger,
      onChange: onChange
    )
  }

  /// Makes a tracker that distinguishes touches from other changes.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - callSite: Where to say that it was made.
  ///   - onTrigger: Called before `onChange` with the change that it is called for.
  ///   - onTouch: Called first, with each touch of a recorded slot; `onChange` is called after each.
  ///   - onChange: As in ``init(_:at:onTrigger:onChange:)``.
  package init(
    _ kind: String,
    at callSite: CallSite,
    onTrigger: @escaping @Sendable (borrowing Change) -> Void,
    onTouch: @escaping @Sendable (borrowing Change) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    watcher = TrackingWatcher(
      origin: WatcherOrigin(kind: kind, callSite: callSite),
      onTrigger: onTrigger,
      onTouch: onTouch,
      onChange: onChange
    )
  }

  /// Makes a tracker that has recorded nothing yet, and says that it was made at the caller's line.
  ///
  /// - Parameters:
  ///   - kind: What to call it in reports.
  ///   - fileID: The caller's file, like the next three for the place where it was made.
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

  deinit { watcher.cancel() }

  /// Runs a closure and records what it reads on this thread.
  ///
  /// Runs of one tracker must not overlap, neither on several threads nor by recursion.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; what it read until then is recorded.
  public func track<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    watcher.beginRun()
    defer { watcher.endRun() }
    return try TrackingScope.run(watcher, body)
  }

  /// Whether what the last run has read may be of several moments, because another thread has committed a
  /// change of it before the run ended, or it has been told of one; to be asked on the thread of the run, before the next.
  package var wasOvertaken: Bool { watcher.wasOvertaken() }

  /// Whether something that the last run has read has changed since; it is told of, or will be.
  package var isStale: Bool { watcher.isStale }

  /// Says again when what the last run read changes, although that has been said once.
  package func resume() { watcher.resume() }

  /// Stops watching; `onChange` is not called any more.
  ///
  /// Releasing the tracker does the same.
  public func cancel() { watcher.cancel() }
}
