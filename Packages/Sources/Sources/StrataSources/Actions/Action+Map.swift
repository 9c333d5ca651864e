import StrataConcurrency

/// An action behind a function that makes its input.
protocol MappedTarget<Input>: AnyObject, Sendable {
  associatedtype Input
  var description: String { get }
  var sourceID: SourceID? { get }
  var unavailability: ActionError? { get }
  func execute(_ input: Input, _ callSite: CallSite?, _ ifUnavailable: (ActionExecution) -> Bool)
  func visitActions(_ search: inout ActionSearch)
}

final class MappedAction<Input, Base>: MappedTarget {
  private let base: Action<Base>
  private let transform: (Input) -> Base

  init(_ base: Action<Base>, _ transform: @escaping (Input) -> Base) {
    self.base = base
    self.transform = transform
  }

  var description: String { "\(base.description) (mapped from \(Input.self))" }
  var sourceID: SourceID? { base.sourceID }
  var unavailability: ActionError? { base.unavailability }

  func execute(
    _ input: Input,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    base.execute(transform(input), recorded: nil, at: callSite, ifUnavailable: ifUnavailable)
  }

  func visitActions(_ search: inout ActionSearch) { base.visitActions(&search) }
}

// SAFETY: constants only; `transform` is `@Sendable`, and the action is as Sendable as its input.
extension MappedAction: @unchecked Sendable {}

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
    Action<NewInput>(target: .mapped(MappedAction(self, transform)))
  }
}
