/// The methods of a source that one version of its model offers as actions.
struct ActionOffers: Sendable {
  /// A method that is offered.
  ///
  /// It appears several times only if a model mixes actions of several offers.
  struct Offer: Sendable {
    let method: ObjectIdentifier
    let number: UInt64
    /// The action; each offer has one.
    let action: any AnyObject & Sendable
  }

  let version: UInt64
  /// This is a list because models contain few actions.
  private let offers: [Offer]

  init(version: UInt64, offers: [Offer] = []) {
    self.version = version
    self.offers = offers
  }

  /// Whether the model contains an action.
  func contains(_ action: AnyObject) -> Bool {
    offers.contains { $0.action === action }
  }

  /// The action of a method, the latest if there are several.
  func action(of method: AnyObject) -> (any AnyObject & Sendable)? {
    offers.filter { $0.method == ObjectIdentifier(method) }.max { $0.number < $1.number }?.action
  }
}
