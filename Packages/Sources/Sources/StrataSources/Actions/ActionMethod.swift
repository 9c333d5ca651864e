import StrataConcurrency

// SAFETY: `call` is a constant that wraps an unapplied method, which captures nothing.
/// A method of a source that can be offered as an action: one for each `@Action` property of each
/// source.
final class ActionMethod<Input>: ActionTarget<Input>, @unchecked Sendable {
  private let storage = Locked<String?>(nil, rank: .leaf)
  private let callSite: CallSite
  /// Calls the method of a source, unless it is one of another class.
  let call: (AnyObject, Input) -> Void

  init(_ callSite: CallSite, _ call: @escaping (AnyObject, Input) -> Void) {
    self.callSite = callSite
    self.call = call
  }

  convenience init(named name: String, _ call: @escaping (AnyObject, Input) -> Void) {
    self.init(.thisLine(), call)
    storage.withLock { $0 = name }
  }

  /// The property's name, or its call site if it has not been named yet.
  var name: String { storage.withLock { $0 } ?? "action declared at \(callSite)" }

  override var description: String { name }
  override var declared: ActionMethod<Input>? { self }
  override var unavailability: ActionError? { .unbound(description) }

  override func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    reject(.unbound(description), recorded, callSite, ifUnavailable)
  }

  /// Names the method by the property that declares it, at the first use.
  func named(by property: @autoclosure () -> String) {
    guard storage.withLock({ $0 == nil }) else { return }
    let name = property()
    storage.withLock { $0 = name }
  }
}
