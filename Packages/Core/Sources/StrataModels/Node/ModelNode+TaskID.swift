public import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Runs work with a value, now and again whenever the value changes.
  ///
  /// ```swift
  /// node.task(id: query) { query in
  ///   results = try await find(query)
  /// } catch: { error in
  ///   message = "\(error)"
  /// }
  /// ```
  ///
  /// The value may be any expression: observation follows its reads. When it changes, the running body is
  /// cancelled, and when that has returned the next begins with the newest value. Two bodies never overlap, and
  /// values in between are skipped. Later writes of a replaced body to this model have no effect, and the first
  /// one is reported, because its successor must begin from a stable state. In an activation the first body
  /// begins when the activation is over.
  ///
  /// - Parameters:
  ///   - name: The task's name, for diagnostics; `onActivate() @ Counter.swift:42` when left out.
  ///   - value: The expression.
  ///   - isDetached: Whether the work leaves the caller's actor.
  ///   - priority: The task's priority; the caller's when left out.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - function: The caller, for the name.
  ///   - operation: The body.
  ///   - catch: Receives the errors of bodies that were not cancelled; without it, they are reported. The work
  ///     goes on with the next value.
  /// - Returns: Cancels the work permanently. On a model that is in no tree none is run, and that is reported.
  @_disfavoredOverload
  @discardableResult
  public func task<Value: Equatable & Sendable>(
    _ name: String? = nil,
    id value: @escaping @autoclosure @Sendable () -> Value,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable (Value) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return restart(
      on: value,
      TaskOptions(name: name, priority: priority, callSite: callSite, function: function),
      isDetached: isDetached,
      isolation: isolation,
      differ: { $0 != $1 },
      operation: operation,
      catch: `catch`
    )
  }

  /// Runs work with a value that contains models, now and again whenever it contains other models, or in another
  /// order.
  ///
  /// Otherwise as with a value that is compared.
  ///
  /// - Returns: Cancels the work, for good.
  @discardableResult
  public func task<Value: ModelContainer & Sendable>(
    _ name: String? = nil,
    id value: @escaping @autoclosure @Sendable () -> Value,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable (Value) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return restart(
      on: value,
      TaskOptions(name: name, priority: priority, callSite: callSite, function: function),
      isDetached: isDetached,
      isolation: isolation,
      differ: { $0.isOtherThan($1) },
      operation: operation,
      catch: `catch`
    )
  }

  /// Runs work with two values, now and again whenever one of them changes.
  ///
  /// Otherwise as with one value: changes of both in one transaction are one.
  ///
  /// - Returns: Cancels the work, for good.
  @discardableResult
  public func task<First: Equatable & Sendable, Second: Equatable & Sendable>(
    _ name: String? = nil,
    id values: @escaping @autoclosure @Sendable () -> (First, Second),
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation: @escaping @Sendable (First, Second) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return restart(
      on: values,
      TaskOptions(name: name, priority: priority, callSite: callSite, function: function),
      isDetached: isDetached,
      isolation: isolation,
      differ: { $0 != $1 },
      operation: { try await operation($0.0, $0.1) },
      catch: `catch`
    )
  }

  /// Runs work with three values, now and again whenever one of them changes.
  ///
  /// Otherwise as with one value: changes of several in one transaction are one.
  ///
  /// - Returns: Cancels the work, for good.
  @discardableResult
  public func task<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    Third: Equatable & Sendable
  >(
    _ name: String? = nil,
    id values: @escaping @autoclosure @Sendable () -> (First, Second, Third),
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext operation:
      @escaping @Sendable (First, Second, Third) async throws ->
      Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return restart(
      on: values,
      TaskOptions(name: name, priority: priority, callSite: callSite, function: function),
      isDetached: isDetached,
      isolation: isolation,
      differ: { $0 != $1 },
      operation: { try await operation($0.0, $0.1, $0.2) },
      catch: `catch`
    )
  }

  /// The work behind all forms.
  ///
  /// The loop replaces its body, and only the newest change waits.
  private func restart<Value: Sendable>(
    on value: @escaping @Sendable () -> Value,
    _ options: TaskOptions,
    isDetached: Bool,
    isolation: isolated (any Actor)?,
    differ: @escaping @Sendable (Value, Value) -> Bool,
    operation: @escaping @Sendable (Value) async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) -> CancellationHandle {
    let changes = ValueChanges(
      "task(id:)",
      at: options.callSite,
      of: context,
      initial: true,
      keeping: .bufferingNewest(1),
      evaluate: value,
      differ: differ
    )
    let (context, latest) = (context, changes.latest)
    return run(
      changes.sequence,
      .cancelPrevious,
      options,
      subject: "The operation of task(id:)",
      isDetached: isDetached,
      isolation: isolation,
      operation: { change in
        // The loop may have taken a change after which newer ones have already been delivered.
        guard !latest.isAbove(change.number) else { return }
        try await SupersededBody.run(of: context, isSuperseded: { latest.isAbove(change.number) }) {
          try await operation(change.new)
        }
      },
      catch: `catch`
    )
  }
}
