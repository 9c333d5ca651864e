public import StrataRendering

/// The kinds of work that wait for a store's serialised section.
@frozen
@usableFromInline
enum StoreJob<Action: Sendable>: Sendable {
  /// An action, with the effect that it comes from and the transaction in which it was sent.
  case action(Action, ActionOrigin, EffectLifetime?, RecordedTransaction)
  /// Work that needs a position among the actions; called with `false` if the store was released before its turn came.
  case work(@Sendable (Bool) -> Void)

  /// Notifies it that its turn will not come.
  func drop() {
    switch self {
    case .action(_, _, let lifetime, _): lifetime?.removeAction()
    case .work(let body): body(false)
    }
  }
}

/// The initiator of an action.
@frozen
public enum ActionOrigin: String, Sendable, Hashable, Codable {
  /// The program has sent it.
  case sent
  /// An effect has produced it.
  case effect
}
