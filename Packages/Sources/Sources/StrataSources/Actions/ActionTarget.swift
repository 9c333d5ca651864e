import StrataConcurrency

// SAFETY: has no state; each subclass says it again of its own.
/// The effect of an action when it is executed; by itself, nothing.
///
/// It is an object because an action is one word that way. A model is copied at each read and each notification, and
/// each copy counts each reference in it. It is a class, not a protocol, because existentials are copied by way of the
/// runtime.
class ActionTarget<Input>: @unchecked Sendable {
  init() {}

  /// The identity that equal actions share.
  var identity: ActionIdentity { .object(ObjectIdentifier(self)) }
  var description: String { "Action<\(Input.self)>" }
  /// The source whose method is called.
  var sourceID: SourceID? { nil }
  /// Why the action cannot be executed now, or nothing.
  var unavailability: ActionError? { nil }
  /// The method, of an action that stands in an `@Action` property and belongs to no source.
  var declared: ActionMethod<Input>? { nil }
  /// The names with which decoding finds the action again, if it can be decoded.
  var codedNames: (source: String, action: String)? { nil }

  /// Executes the action, or returns the reason why that is impossible.
  func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    ActionExecution.record(action, recorded, callSite, error: nil)
  }

  /// Passes the values to search to a model's search for actions.
  func visitActions(_ search: inout ActionSearch) {}

  /// The target as an action, to be recorded.
  final var action: Action<Input> { Action(target: self) }

  final func reject(
    _ error: ActionError,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    guard ifUnavailable(ActionExecution(action, recorded, callSite, error: error)) else { return }
    ActionExecution.record(action, recorded, callSite, error: error)
  }
}

// SAFETY: `call` is a constant; the initialisers of actions take only `@Sendable` closures.
/// A closure as an action; each is different from all others.
final class ClosureAction<Input>: ActionTarget<Input>, @unchecked Sendable {
  private let call: (Input) -> Void

  init(_ call: @escaping (Input) -> Void) { self.call = call }

  override var description: String { "Action<\(Input.self)>(closure)" }

  override func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    ActionExecution.record(action, recorded, callSite, error: nil)
    call(input)
  }
}
