package import StrataSources

/// Something that can be done now, by the name under which a person asks for it.
package struct NamedAction: Equatable, Sendable {
  package let name: String
  package let action: Action<Void>

  package init(_ name: String, _ action: Action<Void>) {
    self.name = name
    self.action = action
  }
}

extension QuoteScreen {
  /// The current actions.
  package var actions: [NamedAction] {
    let offered: [(String, Action<Void>?)] =
      switch self {
      case .waiting: []
      case .showing(let showing): [("next", showing.next), ("refresh", showing.refresh)]
      case .failed(let failed): [("next", failed.next), ("retry", failed.retry)]
      }
    return offered.compactMap { name, action in action.map { NamedAction(name, $0) } }
  }
}

extension Connectable<QuoteScreen> {
  /// The current actions.
  package var actions: [NamedAction] {
    switch self {
    case .disconnected(let state): [NamedAction("connect", state.connect)]
    case .connected(let state):
      state.value.actions + [NamedAction("disconnect", state.disconnect)]
    }
  }

  /// The screen, if there is one.
  package var screen: QuoteScreen? { connected?.value }

  /// Whether nothing is on its way.
  package var isSettled: Bool { screen?.isSettled ?? true }
}
