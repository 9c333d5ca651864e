import StrataConcurrency

extension Action {
  /// Executes the action.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Complexity: O(1) beside the method; the first execution after a change of the model also
  ///   looks at the places where the model may hold actions.
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
  /// What is told of the execution names no line, for a reference is called from anywhere.
  ///
  /// - Parameter input: What the method needs.
  @_disfavoredOverload
  public func callAsFunction(_ input: Input) {
    execute(input, recorded: nil, at: nil) { _ in true }
  }

  /// Executes the action, or says why it cannot be executed.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
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

  /// Why the action cannot be executed now, or nothing.
  public var unavailability: ActionError? {
    switch target {
    case .closure, .nothing: nil
    case .declared: .unbound(description)
    case .bound(let action):
      switch action.find() {
      case .success: nil
      case .failure(let error): error
      }
    case .mapped(let target): target.unavailability
    case .decoded(let action):
      switch action.find() {
      case .success(let bound): Action(target: .bound(bound)).unavailability
      case .failure(let error): error
      }
    }
  }

  func execute(
    _ input: Input,
    recorded: (any Sendable)?,
    at callSite: CallSite?,
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch target {
    case .mapped(let target):
      target.execute(input, callSite, ifUnavailable)
    case .nothing:
      ActionExecution.record(self, recorded, callSite, error: nil)
    case .closure(let action):
      ActionExecution.record(self, recorded, callSite, error: nil)
      action.call(input)
    case .declared:
      refuse(.unbound(description), recorded, callSite, ifUnavailable)
    case .bound(let action):
      execute(action, input, recorded, callSite, ifUnavailable)
    case .decoded(let action):
      switch action.find() {
      case .success(let bound): execute(bound, input, recorded, callSite, ifUnavailable)
      case .failure(let error): refuse(error, recorded, callSite, ifUnavailable)
      }
    }
  }

  private func execute(
    _ action: BoundAction<Input>,
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch action.find() {
    case .success(let source):
      ActionExecution.record(self, recorded, callSite, error: nil)
      action.method.call(source, input)
    case .failure(let error):
      refuse(error, recorded, callSite, ifUnavailable)
    }
  }

  private func refuse(
    _ error: ActionError,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    guard ifUnavailable(ActionExecution(self, recorded, callSite, error: error)) else { return }
    ActionExecution.record(self, recorded, callSite, error: error)
  }
}

extension Action where Input: Sendable {
  /// Executes the action; the record of the execution has the input.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
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

  /// Executes the action, or says why it cannot be executed; the record has the input.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
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
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
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
  /// What is told of the execution names no line, for a reference is called from anywhere.
  @_disfavoredOverload
  public func callAsFunction() { execute((), recorded: nil, at: nil) { _ in true } }

  /// Executes the action, or says why it cannot be executed.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for what is told of the execution.
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
