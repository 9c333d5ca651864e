import StrataConcurrency
public import Synchronization

/// A source's registry of its actions: which of them the current model offers.
///
/// An action is valid from the first model that contains it until the first model that does not. To know that, the
/// source looks at a model at most once. It does so only if one of its actions is taken or executed while that model is
/// the current one. Executing an action is a look into a table.
@usableFromInline
final class ActionRegistry: Sendable {
  private struct State {
    var link: ActionLink?
    var offers: ActionOffers?
    /// The actions that were offered under the version, by the method, which each of them retains.
    var made: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    var madeVersion: UInt64 = 0
    var lastOffer: UInt64 = 0
  }

  private let state = Locked(State(), rank: .leaf)
  @usableFromInline let versionStorage = Atomic<UInt64>(0)
  /// The fields in which models of the source's type may contain actions, as an address; zero before the first
  /// question.
  private let places = Atomic<UInt>(0)

  init() {}

  /// The version of the current model; set while the model is checked out, so subscribers that receive the model see
  /// it.
  @inlinable var version: UInt64 {
    get { versionStorage.load(ordering: .acquiring) }
    set { versionStorage.store(newValue, ordering: .releasing) }
  }

  /// The offers of the current model, if they are known already.
  var knownOffers: ActionOffers? {
    let version = version
    return state.withLock { $0.offers?.version == version ? $0.offers : nil }
  }

  /// Stores the offers of a model.
  func learn(_ offers: ActionOffers) -> ActionOffers {
    let former = state.withLock { state in
      let former = state.offers
      if former.map({ $0.version <= offers.version }) ?? true { state.offers = offers }
      return former
    }
    // Released after the lock.
    withExtendedLifetime(former) {}
    return offers
  }

  /// Whether an action lies in a model where all models of its type have one; `false` if it is not known
  /// where that is.
  func isInPlace(_ action: AnyObject, ofModelAt memory: UnsafeRawPointer) -> Bool {
    guard let known = unsafe UnsafeRawPointer(bitPattern: places.load(ordering: .acquiring)) else {
      return false
    }
    // SAFETY: the `ActionPlaces` of a type are never released.
    return unsafe Unmanaged<ActionPlaces>.fromOpaque(known)
      ._withUnsafeGuaranteedRef { unsafe $0.holds(action, at: memory) }
  }

  /// Finds out where models of a type have their actions.
  func learnPlaces<Model>(of type: Model.Type) {
    guard places.load(ordering: .relaxed) == 0 else { return }
    // SAFETY: as above.
    let address = unsafe Unmanaged.passUnretained(ActionPlaces.of(type)).toOpaque()
    places.store(UInt(bitPattern: address), ordering: .releasing)
  }

  /// The link from the actions to their source.
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
  /// If the current model offers the method, this returns that offer, so a holder of the former action may still use
  /// it. Otherwise it returns a new offer, and earlier offers stay expired.
  func offer<Input>(
    _ method: ActionMethod<Input>,
    of owner: any ActionOwner
  ) -> BoundAction<Input> {
    let key = ObjectIdentifier(method)
    let link = link(to: owner)
    let version = version
    let known = state.withLock { $0.madeVersion == version ? $0.made[key] : nil }
    let action =
      known ?? makeOffer(of: method, link, owner.currentOffers().action(of: method), version)
    // SAFETY: the object that is stored for a method was made for it below and retains the method. So no other object
    // has the same address.
    return unsafe unsafeDowncast(action, to: BoundAction<Input>.self)
  }

  private func makeOffer<Input>(
    of method: ActionMethod<Input>,
    _ link: ActionLink,
    _ current: (any AnyObject & Sendable)?,
    _ version: UInt64
  ) -> any AnyObject & Sendable {
    let key = ObjectIdentifier(method)
    let (action, former) = state.withLock { state in
      var former: [ObjectIdentifier: any AnyObject & Sendable] = [:]
      // A thread that comes late takes the offer that others have received under a newer version.
      if state.madeVersion < version {
        swap(&state.made, &former)
        state.madeVersion = version
      }
      if let made = state.made[key] { return (made, former) }
      state.lastOffer += 1
      let action = current ?? BoundAction(method, link, offer: state.lastOffer)
      state.made[key] = action
      return (action, former)
    }
    // Released after the lock.
    withExtendedLifetime(former) {}
    return action
  }
}
