import StrataConcurrency

// SAFETY: has no state; each subclass says it again of its own.
/// What an action does when it is executed; by itself, nothing.
///
/// An object, so that an action is one word: a model is copied whenever it is read or told, and each copy
/// counts each reference in it. And a class, not a protocol, since existentials are copied by way of the
/// runtime.
class ActionTarget<Input>: @unchecked Sendable {
  init() {}

  /// What equal actions have in common.
  var identity: ActionIdentity { .object(ObjectIdentifier(self)) }
  var description: String { "Action<\(Input.self)>" }
  /// The source whose method is called.
  var sourceID: SourceID? { nil }
  /// Why the action cannot be executed now, or nothing.
  var unavailability: ActionError? { nil }
  /// The method, of an action that stands in an `@Action` property and belongs to no source.
  var declared: ActionMethod<Input>? { nil }
  /// What the action is found again by when it is decoded, if it can be.
  var codedNames: (source: String, action: String)? { nil }

  /// Does it, or says why it cannot be done.
  func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    ActionExecution.record(action, recorded, callSite, error: nil)
  }

  /// Hands what a model's search for actions is about to the search.
  func visitActions(_ search: inout ActionSearch) {}

  /// The target as an action, to be recorded.
  final var action: Action<Input> { Action(target: self) }

  final func refuse(
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
