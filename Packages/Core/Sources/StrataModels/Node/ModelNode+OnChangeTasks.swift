public import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Runs a body in a task for each change of a value, with the old and the new one.
  ///
  /// ```swift
  /// node.onChange(of: query, cancelPrevious: true) { _, query in
  ///   results = try await find(query)
  /// } catch: { error in
  ///   message = "\(error)"
  /// }
  /// ```
  ///
  /// The value may be any expression: observation follows its reads, through children and computed properties. A
  /// value that is equal to the one before is no change, and the changes of one transaction are one. Bodies do
  /// not overlap: a change waits until the body for the one before has returned. With `cancelPrevious` that body
  /// is cancelled first. No change after this call is skipped or missed, even if the task begins later.
  ///
  /// In an activation, later changes count as one. With `initial`, it goes from the value at the end to itself.
  /// Without it, it goes from the value at this call to the one at the end, if they differ.
  ///
  /// A closure that neither waits nor throws is called on the thread that delivers the change; write `async` in
  /// it to run it in a task.
  ///
  /// - Parameters:
  ///   - value: The expression.
  ///   - name: The task's name, for diagnostics; `onActivate() @ Counter.swift:42` when left out.
  ///   - initial: Whether there is a first change from the current value to itself.
  ///   - cancelPrevious: Whether a change ends the body of the one before.
  ///   - abortIfOperationThrows: Whether a body that fails is the last.
  ///   - isDetached: Whether the bodies leave the caller's actor.
  ///   - priority: The task's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - function: The caller, for the name.
  ///   - perform: The body.
  ///   - catch: Receives the errors of bodies except a `CancellationError`; without it, they are reported.
  /// - Returns: Cancels the task. On a model that is in no tree there is none, and that is reported.
  @_disfavoredOverload
  @discardableResult
  public func onChange<Value: Equatable & Sendable>(
    of value: @escaping @autoclosure @Sendable () -> Value,
    name: String? = nil,
    initial: Bool = true,
    cancelPrevious: Bool = false,
    abortIfOperationThrows: Bool = false,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext perform:
      @escaping @Sendable (_ old: Value, _ new: Value) async throws ->
      Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: callSite,
      function: function
    )
    return run(
      changes(of: value, initial, callSite, differ: { $0 != $1 }),
      ForEachOptions(cancelPrevious, abortIfOperationThrows),
      options,
      subject: "The operation of onChange(of:)",
      isDetached: isDetached,
      isolation: isolation,
      operation: { try await perform($0.old, $0.new) },
      catch: `catch`
    )
  }

  /// Runs a body in a task whenever a value contains other models, or the same in another order.
  ///
  /// Use it for models, optional ones, collections of them and containers; otherwise as for comparable values.
  /// Old and new are handles: both show the current state of their models.
  ///
  /// - Returns: Cancels the task.
  @discardableResult
  public func onChange<Value: ModelContainer & Sendable>(
    of value: @escaping @autoclosure @Sendable () -> Value,
    name: String? = nil,
    initial: Bool = true,
    cancelPrevious: Bool = false,
    abortIfOperationThrows: Bool = false,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext perform:
      @escaping @Sendable (_ old: Value, _ new: Value) async throws ->
      Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: callSite,
      function: function
    )
    return run(
      changes(of: value, initial, callSite, differ: { $0.isOtherThan($1) }),
      ForEachOptions(cancelPrevious, abortIfOperationThrows),
      options,
      subject: "The operation of onChange(of:)",
      isDetached: isDetached,
      isolation: isolation,
      operation: { try await perform($0.old, $0.new) },
      catch: `catch`
    )
  }

  /// Runs a body in a task when one of two values changes, with the old and the new pair.
  ///
  /// Otherwise as for one value: changes of both in one transaction are one.
  ///
  /// - Returns: Cancels the task.
  @discardableResult
  public func onChange<First: Equatable & Sendable, Second: Equatable & Sendable>(
    of values: @escaping @autoclosure @Sendable () -> (First, Second),
    name: String? = nil,
    initial: Bool = true,
    cancelPrevious: Bool = false,
    abortIfOperationThrows: Bool = false,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext perform:
      @escaping @Sendable (
        _ old: (First, Second), _ new: (First, Second)
      ) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let options = TaskOptions(
      name: name,
      priority: priority,
      callSite: callSite,
      function: function
    )
    return run(
      changes(of: values, initial, callSite, differ: { $0 != $1 }),
      ForEachOptions(cancelPrevious, abortIfOperationThrows),
      options,
      subject: "The operation of onChange(of:)",
      isDetached: isDetached,
      isolation: isolation,
      operation: { try await perform($0.old, $0.new) },
      catch: `catch`
    )
  }

  private func changes<Value: Sendable>(
    of value: @escaping @Sendable () -> Value,
    _ initial: Bool,
    _ callSite: CallSite,
    differ: @escaping @Sendable (Value, Value) -> Bool
  ) -> MulticastSequence<ChangedValue<Value>> {
    ValueChanges(
      "onChange(of:)",
      at: callSite,
      of: context,
      initial: initial,
      evaluate: value,
      differ: differ
    ).sequence
  }
}

extension ForEachOptions {
  /// The options that a loop's arguments set.
  init(_ cancelPrevious: Bool, _ abortIfOperationThrows: Bool) {
    self = []
    if cancelPrevious { insert(.cancelPrevious) }
    if abortIfOperationThrows { insert(.abortIfOperationThrows) }
  }
}
