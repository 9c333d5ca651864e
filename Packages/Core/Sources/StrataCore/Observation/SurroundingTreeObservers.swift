/// The observers of the trees that are made here, for a tree that is made later.
///
/// A store whose models become a tree when they are first asked for belongs to who made the store.
@_spi(Strata)
public struct SurroundingTreeObservers: Sendable {
  private let observers: [any TreeObserver]

  /// Takes the observers that surround the caller.
  public init() { observers = TreeObserving.current }

  /// These observers, and those that surround the caller; each once.
  var withCurrent: [any TreeObserver] {
    observers + TreeObserving.current.filter { other in !observers.contains { $0 === other } }
  }
}
