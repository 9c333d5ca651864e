public import StrataConcurrency

/// One execution of an action, or one that was rejected.
///
/// ``publisher`` has all of them in order: the steps of a user, for logs and reports.
public struct ActionExecution: Sendable, CustomStringConvertible {
  /// The source whose method was called; nothing for closures.
  public let sourceID: SourceID?
  /// The identity of the action: equal for equal actions.
  public let actionID: ActionID
  /// Names source and method.
  public let description: String
  /// The input, if it is `Sendable` and not `Void`.
  public let input: (any Sendable)?
  /// The line that called the action; nil if a reference to `callAsFunction` was called.
  public let callSite: CallSite?
  /// The reason why the action was not executed; nil if it was.
  public let error: ActionError?

  init<Input>(
    _ action: Action<Input>,
    _ input: (any Sendable)?,
    _ callSite: CallSite?,
    error: ActionError?
  ) {
    sourceID = action.sourceID
    actionID = ActionID(identity: action.identity)
    description = action.description
    self.input = input
    self.callSite = callSite
    self.error = error
  }

  /// Every execution from now on, also a rejected one, before the method is called.
  public static var publisher: ActionExecutionStream { .all }

  /// Every execution from now on that is rejected.
  ///
  /// While no observer follows them, debug builds print them to standard error, with the caller's line.
  public static var errors: ActionExecutionStream { .rejected }

  static func record<Input>(
    _ action: Action<Input>,
    _ input: (any Sendable)?,
    _ callSite: CallSite?,
    error: ActionError?
  ) {
    let isHeard = ActionExecutionStream.all.isObserved
    guard isHeard || error != nil else { return }
    let execution = ActionExecution(action, input, callSite, error: error)
    if isHeard { ActionExecutionStream.all.send(execution) }
    guard let error else { return }
    if ActionExecutionStream.rejected.isObserved {
      ActionExecutionStream.rejected.send(execution)
    } else {
      UnobservedError.print(error, at: callSite)
    }
  }
}

/// The identity of an action, valid until the process ends.
public struct ActionID: Sendable, Hashable {
  let identity: ActionIdentity
}

/// The destination of rejected executions that no observer follows.
enum UnobservedError {
  @TaskLocal static var output: (@Sendable (String) -> Void)?

  static func print(_ error: ActionError, at callSite: CallSite?) {
    #if DEBUG
    let place = callSite.map { "\($0): " } ?? ""
    let line = "\(place)Action not executed: \(error.message)\n"
    if let output { output(line) } else { StandardError.write(line) }
    #endif
  }
}
