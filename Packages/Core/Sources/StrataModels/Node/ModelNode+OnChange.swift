@_spi(Strata) public import StrataConcurrency
import StrataCore

// There are two forms for each kind of value. Swift takes the first for a closure that neither waits nor throws:
// it is called on the thread that delivers the change. The second is a loop in a task.

extension ModelNode {
  /// Calls a closure at each change of a value, with the old and the new one, before the write that
  /// makes the change returns.
  ///
  /// ```swift
  /// node.onChange(of: query) { old, new in history.append(old) }
  /// ```
  ///
  /// The value may be any expression: observation follows its reads, through children and computed properties. A
  /// value that is equal to the one before is no change, and the changes of one transaction are one. Calls do not
  /// overlap. They are made outside all locks, in the order of the changes, and each `old` is the `new` of the
  /// call before. They run on the thread that delivers the change: the writing one, unless another is delivering.
  ///
  /// No change after this call is missed. In an activation the first call waits until the activation is over, and
  /// its later changes are delivered as one. With `initial`, `old` and `new` are both the value at the end.
  /// Without it, they are the value at this call and the one at the end, if they differ.
  ///
  /// A closure may write the value that it follows: its changes are delivered as one when it has returned. A
  /// chain of more than 1,000 such calls is ended, with a report.
  ///
  /// A closure that waits or throws runs in a task instead, as does one that is marked `async`.
  ///
  /// - Parameters:
  ///   - value: The expression.
  ///   - initial: Whether there is a first call with the current value as old and as new one.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - perform: Called with the old and the new value.
  /// - Returns: Ends the calls, as the model's removal does. On a model that is in no tree there are none, and
  ///   that is reported.
  @_disfavoredOverload
  @discardableResult
  public func onChange<Value: Equatable & Sendable>(
    of value: @escaping @autoclosure @Sendable () -> Value,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    perform: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return follow(value, initial, callSite, differ: { $0 != $1 }, perform)
  }

  /// Calls a closure whenever a value contains other models, or the same in another order, before the write that
  /// makes the change returns.
  ///
  /// Use it for models, optional ones, collections of them and containers; otherwise as for comparable values.
  /// Old and new are handles: both show the current state of their models.
  ///
  /// - Returns: Ends the calls.
  @discardableResult
  public func onChange<Value: ModelContainer & Sendable>(
    of value: @escaping @autoclosure @Sendable () -> Value,
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    perform: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return follow(value, initial, callSite, differ: { $0.isOtherThan($1) }, perform)
  }

  /// Calls a closure when one of two values changes, with the old and the new pair.
  ///
  /// Otherwise as for one value: changes of both in one transaction are one call.
  ///
  /// - Returns: Ends the calls.
  @discardableResult
  public func onChange<First: Equatable & Sendable, Second: Equatable & Sendable>(
    of values: @escaping @autoclosure @Sendable () -> (First, Second),
    initial: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    perform: @escaping @Sendable (_ old: (First, Second), _ new: (First, Second)) -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return follow(values, initial, callSite, differ: { $0 != $1 }, perform)
  }

  private func follow<Value: Sendable>(
    _ value: @escaping @Sendable () -> Value,
    _ initial: Bool,
    _ callSite: CallSite,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    _ perform: @escaping @Sendable (Value, Value) -> Void
  ) -> CancellationHandle {
    let scope = work(at: callSite)
    guard context.isLive else { return .inert }
    let follower = ValueFollower(
      "onChange(of:)",
      at: callSite,
      initial: initial,
      evaluate: value,
      differ: differ,
      notify: { old, new in CalledCode.run { scope.runCallback { perform(old, new) } } }
    )
    let work = scope.onEnding(at: callSite) { follower.cancel() }
    follower.start(for: context)
    return work
  }
}
