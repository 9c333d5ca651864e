import StrataConcurrency

extension Action {
  /// Executes the action.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameters:
  ///   - input: The input of the method.
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Complexity: O(1) beside the method. The first execution after a change of the model also looks at those fields
  ///   of the model that may contain actions.
  public func callAsFunction(
    _ input: Input,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute(input, recorded: nil, at: callSite) { _ in true }
  }

  /// Executes the action; the form for a reference, as in `inputs.forEach(action.callAsFunction)`.
  ///
  /// The report of the execution names no line, because a reference can be called from anywhere.
  ///
  /// - Parameter input: The input of the method.
  @_disfavoredOverload
  public func callAsFunction(_ input: Input) {
    execute(input, recorded: nil, at: nil) { _ in true }
  }

  /// Executes the action, or reports why it cannot be executed.
  ///
  /// - Parameters:
  ///   - input: The input of the method.
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - ifUnavailable: Called if the action cannot be executed; returns whether the error is also
  ///     to be published.
  public func callAsFunction(
    _ input: Input,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute(input, recorded: nil, at: callSite, ifUnavailable: ifUnavailable)
  }

  /// Whether the action would be executed now.
  ///
  /// Another thread may change that at any time.
  public var isAvailable: Bool { unavailability == nil }

  /// The reason why the action cannot be executed now, or nil.
  public var unavailability: ActionError? { target?.unavailability }

  func execute(
    _ input: Input,
    recorded: (any Sendable)?,
    at callSite: CallSite?,
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    if let target {
      target.execute(input, recorded, callSite, ifUnavailable)
    } else {
      ActionExecution.record(self, recorded, callSite, error: nil)
    }
  }
}

extension Action where Input: Sendable {
  /// Executes the action; the record of the execution has the input.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameters:
  ///   - input: The input of the method.
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func callAsFunction(
    _ input: Input,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute(input, recorded: input, at: callSite) { _ in true }
  }

  /// Executes the action, or reports why it cannot be executed; the record has the input.
  ///
  /// - Parameters:
  ///   - input: The input of the method.
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - ifUnavailable: Called if the action cannot be executed; returns whether the error is also
  ///     to be published.
  public func callAsFunction(
    _ input: Input,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute(input, recorded: input, at: callSite, ifUnavailable: ifUnavailable)
  }
}

extension Action where Input == Void {
  /// Executes the action.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute((), recorded: nil, at: callSite) { _ in true }
  }

  /// Executes the action; the form for a reference, as in `Button("Next", action: next.callAsFunction)`.
  ///
  /// The report of the execution names no line, because a reference can be called from anywhere.
  @_disfavoredOverload
  public func callAsFunction() { execute((), recorded: nil, at: nil) { _ in true } }

  /// Executes the action, or reports why it cannot be executed.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; the report about the execution names it and the next three.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - ifUnavailable: Called if the action cannot be executed; returns whether the error is also
  ///     to be published.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    execute((), recorded: nil, at: callSite, ifUnavailable: ifUnavailable)
  }
}
