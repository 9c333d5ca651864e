extension Action {
  /// Executes the action.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameter input: What the method needs.
  /// - Complexity: O(1) beside the method; the first execution after a change of the model also
  ///   looks at the places where the model may hold actions.
  public func callAsFunction(_ input: Input) {
    execute(input, recorded: nil) { _ in true }
  }

  /// Executes the action, or says why it cannot be executed.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - ifUnavailable: Called if the action cannot be executed; returns whether the error is also
  ///     to be published.
  public func callAsFunction(_ input: Input, ifUnavailable: (ActionExecution) -> Bool) {
    execute(input, recorded: nil, ifUnavailable: ifUnavailable)
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
    ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch target {
    case .mapped(let target):
      target.execute(input, ifUnavailable)
    case .nothing:
      ActionExecution.record(self, recorded, error: nil)
    case .closure(let action):
      ActionExecution.record(self, recorded, error: nil)
      action.call(input)
    case .declared:
      refuse(.unbound(description), recorded, ifUnavailable)
    case .bound(let action):
      execute(action, input, recorded, ifUnavailable)
    case .decoded(let action):
      switch action.find() {
      case .success(let bound): execute(bound, input, recorded, ifUnavailable)
      case .failure(let error): refuse(error, recorded, ifUnavailable)
      }
    }
  }

  private func execute(
    _ action: BoundAction<Input>,
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch action.find() {
    case .success(let source):
      ActionExecution.record(self, recorded, error: nil)
      action.method.call(source, input)
    case .failure(let error):
      refuse(error, recorded, ifUnavailable)
    }
  }

  private func refuse(
    _ error: ActionError,
    _ recorded: (any Sendable)?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    guard ifUnavailable(ActionExecution(self, recorded, error: error)) else { return }
    ActionExecution.record(self, recorded, error: error)
  }
}

extension Action where Input: Sendable {
  /// Executes the action; the record of the execution has the input.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  ///
  /// - Parameter input: What the method needs.
  public func callAsFunction(_ input: Input) {
    execute(input, recorded: input) { _ in true }
  }

  /// Executes the action, or says why it cannot be executed; the record has the input.
  ///
  /// - Parameters:
  ///   - input: What the method needs.
  ///   - ifUnavailable: Called if the action cannot be executed; returns whether the error is also
  ///     to be published.
  public func callAsFunction(_ input: Input, ifUnavailable: (ActionExecution) -> Bool) {
    execute(input, recorded: input, ifUnavailable: ifUnavailable)
  }
}

extension Action where Input == Void {
  /// Executes the action.
  ///
  /// If it cannot be executed, nothing is called, and ``ActionExecution/errors`` has the reason.
  public func callAsFunction() { execute((), recorded: nil) { _ in true } }

  /// Executes the action, or says why it cannot be executed.
  ///
  /// - Parameter ifUnavailable: Called if the action cannot be executed; returns whether the error
  ///   is also to be published.
  public func callAsFunction(ifUnavailable: (ActionExecution) -> Bool) {
    execute((), recorded: nil, ifUnavailable: ifUnavailable)
  }
}
