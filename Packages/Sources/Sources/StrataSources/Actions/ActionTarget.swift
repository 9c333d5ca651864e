/// What an action does when it is executed.
enum ActionTarget<Input> {
  /// Nothing yet: it stands in an `@Action` property and belongs to no source.
  case declared(ActionMethod<Input>)
  /// Calls a method of a source whose model offers it.
  case bound(BoundAction<Input>)
  /// Calls a closure.
  case closure(ClosureAction<Input>)
  /// Nothing.
  case nothing
  /// Executes another action with an input made from its own.
  case mapped(any MappedTarget<Input>)
  /// Was decoded, and is bound when its model becomes that of a source.
  case decoded(DecodedAction<Input>)
}

/// An action of a source's method, offered by the source.
struct BoundAction<Input> {
  let method: ActionMethod<Input>
  let link: ActionLink
  let offer: UInt64

  /// `QuoteViewSource#12.getRandomQuoteAction`.
  var description: String { "\(link.id).\(method.name)" }

  /// Why the action cannot be executed now, or the source.
  func find() -> Result<any ActionOwner, ActionError> {
    guard let source = link.source else { return .failure(.deinitialized(description)) }
    guard source.currentOffers().contains(method, offer: offer) else {
      return .failure(.expired(description))
    }
    return .success(source)
  }
}

extension BoundAction: Sendable {}

/// A closure as an action; each is different from all others.
final class ClosureAction<Input> {
  let call: (Input) -> Void

  init(_ call: @escaping (Input) -> Void) { self.call = call }
}

// SAFETY: `call` is a constant; the initialisers of actions take only `@Sendable` closures.
extension ClosureAction: @unchecked Sendable {}
