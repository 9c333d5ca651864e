import StrataConcurrency
import StrataCore

/// Checks how often an observer of an expression would be notified while a closure runs.
///
/// ```swift
/// await expect(notifications: 1, of: board.sum) {
///   board.node.transaction {
///     board.counters[0].count = 1
///     board.counters[1].count = 2
///   }
/// }
/// ```
///
/// Counts the transactions that change at least one property that the expression reads at the beginning. In a
/// test scope, work that the closure has started finishes before the count is taken. Elsewhere only changes until
/// the closure returns count.
///
/// - Parameters:
///   - count: The expected number.
///   - value: The observed expression.
///   - fileID: The caller's file, like the next three for failures.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - isolation: The caller's actor.
///   - operation: The code that may notify.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
@discardableResult
public func expect<Value, Result>(
  notifications count: Int,
  of value: @autoclosure () -> Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let budget = NotificationBudget(reading: value)
  let result = try await operation()
  await TestScope.current?.clockwork.waitUntilIdle()
  let notified = budget.finish()
  if notified.count != count {
    let text = FailureText.overBudget(
      "notification",
      expected: count,
      found: notified.count,
      notified
    )
    FailureSink.current(TestFailure(.budget, text, at: place))
  }
  return result
}

/// Checks how often an expression is evaluated while a closure runs.
///
/// ```swift
/// await expect(evaluations: 1, of: view.evaluations) {
///   board.counters[0].count += 1
/// }
/// ```
///
/// - Parameters:
///   - count: How often.
///   - evaluations: Gives the number of evaluations until now, for example from a render probe or a test's own
///     counter.
///   - fileID: The caller's file, like the next three for failures.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - isolation: The caller's actor.
///   - operation: The code that may cause evaluations.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
@discardableResult
public func expect<Result>(
  evaluations count: Int,
  of evaluations: @autoclosure () -> Int,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let before = evaluations()
  let result = try await operation()
  await TestScope.current?.clockwork.waitUntilIdle()
  let found = evaluations() - before
  if found != count {
    let text = FailureText.overBudget("evaluation", expected: count, found: found, [])
    FailureSink.current(TestFailure(.budget, text, at: place))
  }
  return result
}

/// Counts the transactions that change something an expression has read.
private final class NotificationBudget {
  /// A transaction of one of the trees.
  private struct Round: Hashable {
    let tree: ContextID
    let number: UInt64
  }

  private struct State: Sendable {
    var order: [Round] = []
    var changed: [Round: [SlotRead]] = [:]
  }

  private let state: Locked<State>
  private var recordings: [Subscription] = []

  init<Value>(reading value: () -> Value) {
    let recording = ReadRecording()
    _ = recording.record(value)
    let wanted = Set(recording.reads)
    let state = Locked(State(), rank: .leaf)
    self.state = state
    var known: Set<ContextID> = []
    for read in recording.reads {
      guard let root = read.context.root, known.insert(root.id).inserted else { continue }
      let tree = root.id
      recordings.append(
        root.recordChanges(at: .thisLine()) { change in
          let read = SlotRead(context: change.context, slot: change.slot)
          guard wanted.contains(read) else { return }
          let round = Round(tree: tree, number: change.round)
          state.withLock { state in
            if state.changed[round] == nil { state.order.append(round) }
            state.changed[round, default: []].append(read)
          }
        }
      )
    }
  }

  /// Ends the counting.
  ///
  /// - Returns: For each transaction, in order, its changes.
  func finish() -> [String] {
    for recording in recordings { recording.cancel() }
    let (order, changed) = state.withLock { ($0.order, $0.changed) }
    let roots = changed.values.joined().compactMap(\.context.root)
    let names = StateNames(roots)
    return order.enumerated().map { place, round in
      let properties = changed[round, default: []].map { names.name(of: $0) }
      return "\(place + 1): \(properties.joined(separator: ", "))"
    }
  }
}
