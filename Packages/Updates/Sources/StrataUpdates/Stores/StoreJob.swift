public import StrataRendering

/// What waits for a store's serialised section.
@frozen
@usableFromInline
enum StoreJob<Action: Sendable>: Sendable {
  /// An action, with the effect that it comes from and the transaction in which it was sent.
  case action(Action, ActionOrigin, EffectLife?, RecordedTransaction)
  /// Something that has to find its place among the actions; told with `false` that the store has been
  /// released before its turn came.
  case work(@Sendable (Bool) -> Void)

  /// Tells it that its turn will not come.
  func drop() {
    switch self {
    case .action(_, _, let life, _): life?.removeAction()
    case .work(let body): body(false)
    }
  }
}

/// Where an action comes from.
@frozen
public enum ActionOrigin: String, Sendable, Hashable, Codable {
  /// The program has sent it.
  case sent
  /// An effect has produced it.
  case effect
}
