@_spi(Strata) import StrataConcurrency

/// The mistake in an event that was sent, and the sentences that describe it.
public enum EventDiagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The audience is empty, whatever the tree looks like.
  case emptyAudience(event: String, sender: String)
  /// The audience contains no position, as when a root sends to its parent.
  case nobodyThere(event: String, sender: String, audience: Audience)

  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .emptyAudience(let event, let sender):
      "\(sender) sends \(event) to an empty audience, so nobody can receive it. Name at least one "
        + "of .self, .parent, .ancestors, .children, .descendants and .dependencies."
    case .nobodyThere(let event, let sender, let audience):
      "\(sender) sends \(event) to \(audience), where nobody is, so nobody can receive it. Send it "
        + "once the sender is in its place in the tree, or name another audience."
    }
  }
}

extension SelectedListeners {
  /// The mistake in sending an event that no position can receive; `nil` when one can.
  ///
  /// An event without *listeners* is no mistake.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: The sender's name.
  ///   - audience: The audience of the event.
  /// - Returns: The diagnostic, to be reported with the line that sent the event.
  public func diagnostic<Event: Sendable>(
    about event: Event,
    sender: String,
    audience: Audience
  ) -> EventDiagnostic? {
    diagnostic(about: String(describing: event), from: sender, audience)
  }

  /// The same mistake, in sentences without the contents of the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: The sender's name.
  ///   - audience: The audience of the event.
  /// - Returns: The diagnostic for a place where it is kept.
  @_spi(Strata)
  public func diagnostic<Event: Sendable>(
    withoutContentsOf event: Event,
    sender: String,
    audience: Audience
  ) -> EventDiagnostic? {
    diagnostic(about: ReportedValue.name(of: event), from: sender, audience)
  }

  private func diagnostic(
    about event: String,
    from sender: String,
    _ audience: Audience
  ) -> EventDiagnostic? {
    guard receiverCount == 0 else { return nil }
    return audience.isEmpty
      ? .emptyAudience(event: event, sender: sender)
      : .nobodyThere(event: event, sender: sender, audience: audience)
  }
}

extension EventDelivery {
  /// The mistake in sending an event that no position can receive; `nil` when one can.
  ///
  /// - Parameters:
  ///   - sender: The sender's name.
  ///   - audience: The audience of the event.
  /// - Returns: The diagnostic, to be reported with the line that sent the event.
  public func diagnostic(sender: String, audience: Audience) -> EventDiagnostic? {
    listeners.diagnostic(about: event, sender: sender, audience: audience)
  }
}
