public import Foundation
import StrataConcurrency
public import StrataCore
import StrataDependencies

extension Model {
  /// Records the writers of this model and of all below it, with their causes, for as long as the log is
  /// retained.
  ///
  /// ```swift
  /// let app = AppModel()
  /// let log = app.recordWrites()
  /// let live = app.withAnchor()
  /// withCause("rename") { live.rows[0].title = "Weekly" }
  /// print(log.explain { live.rows[0].title })
  /// // #1 AppModel.rows[#3].title: "Daily" → "Weekly"
  /// //   in round 1, 2026-01-31 09:30:00 UTC
  /// //   by call "rename" at App/Main.swift:4
  /// ```
  ///
  /// Before the model is anchored, recording begins with the activation, so the writes of `onActivate` are known.
  /// On a live model it begins at once. It works in release builds and costs nothing in trees without a log.
  ///
  /// - Parameters:
  ///   - limits: How much is retained.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - onWrite: Called with each record, in order, on the thread that delivers the write, outside
  ///     all locks; to save it, for example.
  ///   - now: Gives the time of each write; the `date` of the tree's dependencies when left out. In a
  ///     test that does not set that, records have no time.
  /// - Returns: The log; the recording ends when it is cancelled or released.
  public func recordWrites(
    keeping limits: WriteLog.Limits = WriteLog.Limits(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    onWrite: (@Sendable (WriteRecord) -> Void)? = nil,
    now: (@Sendable () -> Date)? = nil
  ) -> WriteLog {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let context = modelNode.context
    return context.recordWrites(
      keeping: limits,
      at: callSite,
      onWrite: onWrite,
      now: { now?().timeIntervalSince1970 ?? context.secondsNow() }
    )
  }
}

extension WriteLog {
  /// The records of a model and of all below it, oldest first.
  public func records(in model: some Model) -> [WriteRecord] {
    records(in: model.modelNode.context)
  }
}

extension WriteRecord {
  /// The time at which it was delivered.
  public var date: Date? { time.map { Date(timeIntervalSince1970: $0) } }
}

extension Context {
  /// The time by the clock of the tree; `nil` in a test that has set none, and nothing is reported then.
  fileprivate func secondsNow() -> Double? {
    let values = dependencies
    guard values.context == .test else { return values.date.now.timeIntervalSince1970 }
    let isUnset = Locked(false, rank: .leaf)
    let seconds = ReportSink.withHandler { _ in
      isUnset.withLock { $0 = true }
    } operation: {
      values.date.now.timeIntervalSince1970
    }
    return isUnset.withLock { $0 } ? nil : seconds
  }
}
