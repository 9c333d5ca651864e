import StrataConcurrency

// SAFETY: constants only; `transform` is `@Sendable`, and the action is as Sendable as its input.
/// An action behind a function that makes its input.
final class MappedAction<Input, Base>: ActionTarget<Input>, @unchecked Sendable {
  private let base: Action<Base>
  private let transform: (Input) -> Base

  init(_ base: Action<Base>, _ transform: @escaping (Input) -> Base) {
    self.base = base
    self.transform = transform
  }

  override var description: String { "\(base.description) (mapped from \(Input.self))" }
  override var sourceID: SourceID? { base.sourceID }
  override var unavailability: ActionError? { base.unavailability }

  // The input is recorded as the base gets it, which may be anything.
  override func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    base.execute(transform(input), recorded: nil, at: callSite, ifUnavailable: ifUnavailable)
  }

  override func visitActions(_ search: inout ActionSearch) { base.visitActions(&search) }
}

extension Action {
  /// Makes an action with another input, which executes this one.
  ///
  /// It expires with this one, and is equal to its own copies alone.
  ///
  /// - Parameter transform: Makes this action's input.
  /// - Returns: The action.
  public func map<NewInput>(
    transform: @escaping @Sendable (NewInput) -> Input
  ) -> Action<NewInput> {
    Action<NewInput>(target: MappedAction(self, transform))
  }
}
