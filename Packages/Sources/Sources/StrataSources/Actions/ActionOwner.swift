import StrataCore

/// A source as its actions see it, whatever its model.
protocol ActionOwner: AnyObject {
  var sourceID: SourceID { get }
  /// What the source knows of its actions.
  var actionDesk: ActionDesk { get }
  /// What the current model offers.
  func currentOffers() -> ActionOffers
}

extension SourceBase: ActionOwner {
  final var sourceID: SourceID { SourceID(typeName: "\(Self.self)", context: context.id) }

  final var actionDesk: ActionDesk { actions }

  final func currentOffers() -> ActionOffers {
    guard hasModel else { return ActionOffers(version: 0) }
    if let offers = actions.knownOffers { return offers }
    let cell = snapshot()
    var search = ActionSearch(for: actions.link(to: self))
    search.visit(cell.model())
    return actions.learn(ActionOffers(version: cell.version, offers: search.found))
  }

  /// The action of a method of this source, as part of the model that is being made.
  final func offer<Input>(_ method: ActionMethod<Input>) -> Action<Input> {
    Action(target: .bound(actions.offer(method, of: self)))
  }
}
