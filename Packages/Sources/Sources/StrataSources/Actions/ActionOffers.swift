/// Which methods of a source one version of its model offers as actions.
struct ActionOffers: Sendable {
  /// A method that is offered; several times only if a model mixes actions of several offers.
  struct Offer: Sendable, Equatable {
    let method: ObjectIdentifier
    let number: UInt64
  }

  let version: UInt64
  /// A list, for models hold few actions.
  private let offers: [Offer]

  init(version: UInt64, offers: [Offer] = []) {
    self.version = version
    self.offers = offers
  }

  /// Whether the model holds an action that was offered so.
  func contains(_ method: AnyObject, offer: UInt64) -> Bool {
    offers.contains(Offer(method: ObjectIdentifier(method), number: offer))
  }

  /// The offer of a method, the latest if there are several.
  func offer(of method: AnyObject) -> UInt64? {
    var latest: UInt64?
    for offer in offers where offer.method == ObjectIdentifier(method) {
      latest = max(latest ?? 0, offer.number)
    }
    return latest
  }
}
