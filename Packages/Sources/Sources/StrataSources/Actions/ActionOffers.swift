/// Which methods of a source one version of its model offers as actions.
struct ActionOffers: Sendable {
  let version: UInt64
  /// The offers by the method; more than one only if a model mixes actions of several.
  private let methods: [ObjectIdentifier: Set<UInt64>]

  init(version: UInt64, methods: [ObjectIdentifier: Set<UInt64>] = [:]) {
    self.version = version
    self.methods = methods
  }

  /// Whether the model holds an action that was offered so.
  func contains(_ method: AnyObject, offer: UInt64) -> Bool {
    methods[ObjectIdentifier(method)]?.contains(offer) ?? false
  }

  /// The offer of a method, the latest if there are several.
  func offer(of method: AnyObject) -> UInt64? {
    methods[ObjectIdentifier(method)]?.max()
  }
}
