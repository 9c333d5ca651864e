import StrataConcurrency

// SAFETY: constants, all of them Sendable.
/// An action of a source's method, offered by the source.
///
/// There is one object for each offer, so that the source finds it in its model by its address.
final class BoundAction<Input>: ActionTarget<Input>, @unchecked Sendable {
  let method: ActionMethod<Input>
  let link: ActionLink
  /// Distinguishes the offers of one method.
  let offer: UInt64

  init(_ method: ActionMethod<Input>, _ link: ActionLink, offer: UInt64) {
    self.method = method
    self.link = link
    self.offer = offer
  }

  /// `QuoteViewSource#12.getRandomQuoteAction`.
  override var description: String { "\(link.id).\(method.name)" }
  override var identity: ActionIdentity { .object(ObjectIdentifier(method)) }
  override var sourceID: SourceID? { link.id }

  override var codedNames: (source: String, action: String)? {
    let source = link.source as? any DecodableActionSource
    return (source?.actionSourceIdentifier ?? link.id.typeName, method.name)
  }

  override var unavailability: ActionError? {
    switch find() {
    case .success: nil
    case .failure(let error): error
    }
  }

  /// Why the action cannot be executed now, or the source.
  private func find() -> Result<any ActionOwner, ActionError> {
    guard let source = link.source else { return .failure(.deinitialized(description)) }
    return source.offers(self) ? .success(source) : .failure(.expired(description))
  }

  override func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch find() {
    case .success(let source):
      ActionExecution.record(action, recorded, callSite, error: nil)
      method.call(source, input)
    case .failure(let error):
      reject(error, recorded, callSite, ifUnavailable)
    }
  }

  override func visitActions(_ search: inout ActionSearch) { search.note(self) }
}
