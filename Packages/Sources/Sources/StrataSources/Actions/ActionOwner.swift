import StrataCore

/// A source as its actions see it, whatever its model.
protocol ActionOwner: AnyObject {
  var sourceID: SourceID { get }
  /// What the source knows of its actions.
  var actionDesk: ActionDesk { get }
  /// What the current model offers.
  func currentOffers() -> ActionOffers
  /// Whether the current model holds an action of this source.
  func offers(_ action: AnyObject) -> Bool
}

extension SourceBase: ActionOwner {
  final var sourceID: SourceID { SourceID(typeName: "\(Self.self)", context: context.id) }

  final var actionDesk: ActionDesk { actions }

  final func currentOffers() -> ActionOffers {
    if let offers = actions.knownOffers { return offers }
    let cell = snapshot()
    // Not asked of `hasModel`, which is late while the first model is being told of: what that offers has
    // to be known to whoever makes the second one meanwhile.
    guard let model = cell.value else { return ActionOffers(version: 0) }
    var search = ActionSearch(for: actions.link(to: self))
    search.visit(model)
    return actions.learn(ActionOffers(version: cell.version, offers: search.found))
  }

  final func offers(_ action: AnyObject) -> Bool {
    guard actions.version != 0 else { return false }
    // Most models are structs that hold their actions as they are: then a look is enough.
    // SAFETY: there is a model, a cell keeps its optional at its beginning, and an optional its value.
    let isThere = unsafe context.withMemory(ofSlotAt: slot.index) {
      unsafe actions.isInPlace(action, ofModelAt: $0)
    }
    if isThere ?? false { return true }
    actions.learnPlaces(of: Model.self)
    return currentOffers().contains(action)
  }

  /// The action of a method of this source, as part of the model that is being made.
  final func offer<Input>(_ method: ActionMethod<Input>) -> Action<Input> {
    Action(target: actions.offer(method, of: self))
  }
}
