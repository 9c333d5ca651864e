import StrataConcurrency
public import Synchronization

/// What a source knows of its actions: which of them the current model offers.
///
/// An action is valid from the model that first holds it until the first model that does not. To
/// know that, the source looks at a model at most once, and only if one of its actions is taken or
/// executed while that model is the current one; executing an action is a look into a table.
@usableFromInline
final class ActionDesk: Sendable {
  private struct State {
    var link: ActionLink?
    var offers: ActionOffers?
    /// The offers that were made under the version, by the method.
    var made: [ObjectIdentifier: UInt64] = [:]
    var madeVersion: UInt64 = 0
    var lastOffer: UInt64 = 0
  }

  private let state = Locked(State(), rank: .leaf)
  @usableFromInline let versionStorage = Atomic<UInt64>(0)

  init() {}

  /// The version of the current model; set while the model is checked out, so that who is told of
  /// it sees it.
  @inlinable var version: UInt64 {
    get { versionStorage.load(ordering: .acquiring) }
    set { versionStorage.store(newValue, ordering: .releasing) }
  }

  /// What the current model offers, if that is known already.
  var knownOffers: ActionOffers? {
    let version = version
    return state.withLock { $0.offers?.version == version ? $0.offers : nil }
  }

  /// Keeps what a model offers.
  func learn(_ offers: ActionOffers) -> ActionOffers {
    state.withLock { state in
      if state.offers.map({ $0.version <= offers.version }) ?? true { state.offers = offers }
      return offers
    }
  }

  /// The way to the source from its actions.
  func link(to owner: any ActionOwner) -> ActionLink {
    if let link = state.withLock({ $0.link }) { return link }
    let made = ActionLink(owner)
    return state.withLock { state in
      if let link = state.link { return link }
      state.link = made
      return made
    }
  }

  /// Offers a method, as part of the model that is being made.
  ///
  /// The offer is the one of the current model if that offers the method, so that who holds the
  /// former action may still use it; otherwise it is a new one, and what was offered before stays
  /// expired.
  func offer<Input>(
    _ method: ActionMethod<Input>,
    of owner: any ActionOwner
  ) -> BoundAction<Input> {
    let key = ObjectIdentifier(method)
    let link = link(to: owner)
    let version = version
    let known = state.withLock { $0.madeVersion == version ? $0.made[key] : nil }
    let number = known ?? makeOffer(key, owner.currentOffers().offer(of: method), version)
    return BoundAction(method: method, link: link, offer: number)
  }

  private func makeOffer(_ key: ObjectIdentifier, _ former: UInt64?, _ version: UInt64) -> UInt64 {
    state.withLock { state in
      if state.madeVersion != version {
        state.made = [:]
        state.madeVersion = version
      }
      if let made = state.made[key] { return made }
      state.lastOffer += 1
      let number = former ?? state.lastOffer
      state.made[key] = number
      return number
    }
  }
}
