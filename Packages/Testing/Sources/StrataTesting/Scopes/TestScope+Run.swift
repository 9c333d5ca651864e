@_spi(Strata) public import StrataConcurrency

extension TestScope {
  /// Runs an operation as part of the simulation, and waits for it.
  ///
  /// Use it for calls that wait themselves, such as a model's asynchronous method. In a test scope the test is
  /// part of the simulation already, and the call may as well be made without this.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public func run<Value: Sendable>(
    at callSite: CallSite,
    _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    switch clockwork {
    case .surrounding: return try await operation()
    case .standing(let simulation):
      return try await simulation.run {
        let names = StateNames(roots)
        let text = FailureText.stuck(running(names))
        fail(.simulation, text, at: callSite)
      } operation: {
        try await operation()
      }
    }
  }

  /// The tasks of the trees, for a test that did not end.
  var runningText: String? {
    let names = StateNames(roots)
    let running = running(names)
    return running.isEmpty ? nil : "Still running:\n\(FailureText.indented(running))"
  }
}

extension FailureText {
  /// The text about an operation that nothing will resume.
  static func stuck(_ running: [String]) -> String {
    let tasks = running.isEmpty ? "" : "\n\nStill running:\n\(indented(running))"
    return """
      The operation has not returned, and nothing can run any more. It is cancelled. If it waits for \
      something outside of the simulation, register that with registerOutsideOperation(_:).\(tasks)
      """
  }
}
