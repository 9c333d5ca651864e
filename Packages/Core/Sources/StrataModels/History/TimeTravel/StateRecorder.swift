import StrataConcurrency
public import StrataCore
import StrataExtensions

/// Records the states of a model and all below it, steps through them, and says how they differ.
///
/// ```swift
/// let recorder = StateRecorder(of: model, keeping: .tail(100))
/// model.count += 1
/// recorder.stepBack()
/// print(model.count)  // 0
/// ```
///
/// Recording costs as much as the change, not as the whole state. Restoring a state is a transaction. Models that
/// are not part of it leave, and their work ends. Models that are part of it return with their identity and are
/// activated again. Going back loses nothing, because later changes are recorded after all other states. Changes
/// that observers make at once because a state was restored make no state, and the next restoration discards
/// them. Later changes by tasks make one.
///
/// The recorder retains removed models with their contents, as long as it has a state that contains them. It does
/// not keep the tree alive, and it ends when it is released. On a model that is in no live tree it records
/// nothing, which is reported.
public final class StateRecorder<M: Model>: Sendable {
  private let history: StateHistory?
  private let name: String

  /// Begins to record, in real time.
  ///
  /// - Parameters:
  ///   - model: The root of the recorded part.
  ///   - retention: The states to retain.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    of model: M,
    keeping retention: HistoryRetention = .unlimited,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(of: model, keeping: retention, clock: AnyClock(ContinuousClock()), at: callSite)
  }

  /// Begins to record, with the time of a clock.
  ///
  /// - Parameters:
  ///   - model: The root of the recorded part.
  ///   - retention: The states to retain.
  ///   - clock: The clock for the times of the states; in a test one that the test moves.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    of model: M,
    keeping retention: HistoryRetention = .unlimited,
    clock: some Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(of: model, keeping: retention, clock: AnyClock(clock), at: callSite)
  }

  private init(
    of model: M,
    keeping retention: HistoryRetention,
    clock: AnyClock,
    at callSite: CallSite
  ) {
    let context = model.modelNode.context
    name = context.layout.name
    history = StateHistory(of: context, keeping: retention) { clock.now.offset }
    if history == nil { ModelDiagnostic.recordedOutsideTrees(name).report(at: callSite) }
  }

  /// Ends the recording: the retained states can still be compared, but no longer restored.
  public func stop() { history?.stop() }

  /// The retained states, the oldest first.
  public var records: [StateRecord] { history?.records ?? [] }

  /// The index of the current state among the retained ones.
  public var position: Int { history?.position ?? 0 }

  /// Brings a state back, as one transaction.
  ///
  /// Models that have left the tree permanently are left out. Inside a transaction of the tree nothing is
  /// restored, and this is reported. A state that is no longer retained is also reported.
  ///
  /// - Parameters:
  ///   - id: The state.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Whether it is now the current one; `false` if it is no longer retained, or the tree has ended.
  /// - Complexity: O(number of changes between the two states).
  @discardableResult
  public func restore(
    _ id: StateRecord.ID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    guard let history else { return false }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if history.restore(id, at: callSite) { return true }
    if !history.keeps(id) {
      let kept = history.records.map(\.id)
      ModelDiagnostic.stateNotKept(name, id, kept).report(at: callSite)
    }
    return false
  }

  /// Restores the state before the current one.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Whether there is one.
  @discardableResult
  public func stepBack(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    history?.step(
      by: -1,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
      ?? false
  }

  /// Restores the state after the current one.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Whether there is one.
  @discardableResult
  public func stepForward(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    history?.step(
      by: 1,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
      ?? false
  }

  /// How two states differ, property by property.
  ///
  /// Models are named by their kind and identity, also in properties.
  ///
  /// - Parameters:
  ///   - from: The one state.
  ///   - to: The other state.
  ///   - maxLines: How many lines are written at most.
  /// - Returns: The text; empty if they are equal, `nil` if one of them is not retained.
  public func diff(
    from: StateRecord.ID,
    to: StateRecord.ID,
    maxLines: Int = 200
  ) -> String? {
    guard let history, let changes = history.changes(from: from, to: to) else { return nil }
    return StateDiffText(maxLines: maxLines).text(of: changes)
  }
}
