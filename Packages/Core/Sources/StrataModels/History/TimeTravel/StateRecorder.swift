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
/// Recording costs what changes, not the size of the state. To restore a state is a transaction: models that
/// are not part of it leave and their work ends; those that are come back as themselves and are activated
/// again. Nothing is lost by going back: what is changed then is recorded behind all other states. What
/// observers change at once because a state was restored makes no state, and goes when another is restored;
/// what tasks change later makes one.
///
/// The recorder holds removed models with all that they hold, as long as it keeps a state that has them. It
/// does not keep the tree alive, and it ends when it is released. On a model that is in no live tree it
/// records nothing, which is reported.
public final class StateRecorder<M: Model>: Sendable {
  private let history: StateHistory?
  private let name: String

  /// Begins to record, in real time.
  ///
  /// - Parameters:
  ///   - model: The root of what is recorded.
  ///   - thinning: Which states are kept.
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    of model: M,
    keeping thinning: HistoryThinning = .unlimited,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(of: model, keeping: thinning, clock: AnyClock(ContinuousClock()), at: callSite)
  }

  /// Begins to record, in the time of a clock.
  ///
  /// - Parameters:
  ///   - model: The root of what is recorded.
  ///   - thinning: Which states are kept.
  ///   - clock: Says when a state is recorded; in a test one that the test moves.
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    of model: M,
    keeping thinning: HistoryThinning = .unlimited,
    clock: some Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(of: model, keeping: thinning, clock: AnyClock(clock), at: callSite)
  }

  private init(
    of model: M,
    keeping thinning: HistoryThinning,
    clock: AnyClock,
    at callSite: CallSite
  ) {
    let context = model.modelNode.context
    name = context.layout.name
    history = StateHistory(of: context, keeping: thinning) { clock.now.offset }
    if history == nil { ModelComplaint.recordedOutsideTrees(name).report(at: callSite) }
  }

  /// Ends the recording: the states that are kept can be compared, and not be restored any more.
  public func stop() { history?.stop() }

  /// The states that are kept, the oldest first.
  public var records: [StateRecord] { history?.records ?? [] }

  /// The place of the current state among those that are kept.
  public var position: Int { history?.position ?? 0 }

  /// Brings a state back, as one transaction.
  ///
  /// What has left the tree for good is left out. Inside a transaction of the tree nothing is restored,
  /// which is reported, and so is that the state is not kept.
  ///
  /// - Parameters:
  ///   - id: The state.
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: Whether it is the current one now: not if it is not kept any more, or the tree has ended.
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
      ModelComplaint.stateNotKept(name, id, kept).report(at: callSite)
    }
    return false
  }

  /// Brings the state back that is before the current one.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
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

  /// Brings the state back that is behind the current one.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
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
  /// Models are named by their kind and identity, and so are those that properties hold.
  ///
  /// - Parameters:
  ///   - from: The one state.
  ///   - to: The other state.
  ///   - maxLines: How many lines are written at most.
  /// - Returns: The text; empty if they are equal, `nil` if one of them is not kept.
  public func diff(
    from: StateRecord.ID,
    to: StateRecord.ID,
    maxLines: Int = 200
  ) -> String? {
    guard let history, let changes = history.changes(from: from, to: to) else { return nil }
    return StateDiffText(maxLines: maxLines).text(of: changes)
  }
}
