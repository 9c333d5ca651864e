import StrataCore

/// A source as its actions see it, whatever its model.
protocol ActionOwner: AnyObject {
  var sourceID: SourceID { get }
  /// The source's registry of its actions.
  var actionRegistry: ActionRegistry { get }
  /// The offers of the current model.
  func currentOffers() -> ActionOffers
  /// Whether the current model contains an action of this source.
  func offers(_ action: AnyObject) -> Bool
}

extension SourceBase: ActionOwner {
  final var sourceID: SourceID { SourceID(typeName: "\(Self.self)", context: context.id) }

  final var actionRegistry: ActionRegistry { actions }

  final func currentOffers() -> ActionOffers {
    if let offers = actions.knownOffers { return offers }
    let stored = snapshot()
    // This does not ask `hasModel`, which is set too late while subscribers receive the first model. A thread that
    // makes the second model meanwhile has to know the offers of the first.
    guard let model = stored.value else { return ActionOffers(version: 0) }
    var search = ActionSearch(for: actions.link(to: self))
    search.visit(model)
    return actions.learn(ActionOffers(version: stored.version, offers: search.found))
  }

  final func offers(_ action: AnyObject) -> Bool {
    guard actions.version != 0 else { return false }
    // Most models are structs that store their actions as they are: then a look is enough. SAFETY: there is a model;
    // the storage has its optional at its beginning, and an optional its value.
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
