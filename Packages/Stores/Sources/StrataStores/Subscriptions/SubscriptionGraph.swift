import StrataConcurrency
import Synchronization

/// The subscriptions between stores, in the whole program; gives each store its height.
///
/// It is used only when subscriptions begin and end.
enum SubscriptionGraph {
  /// One subscription of a store to a store.
  struct Edge: Sendable, Hashable {
    let number: UInt64
    let source: ObjectIdentifier
    let target: ObjectIdentifier
  }

  private static let links = Locked(SubscriptionLinks(), rank: .leaf)

  /// How often stores have sunk, which lets a propagation batch notice that its order is not right any more.
  static let sinkings = Atomic<Int>(0)

  /// Adds a subscription of `target` to `source`.
  ///
  /// - Returns: The subscription, and the stores on the circle that it closes, if it does.
  static func add(from source: any StoreNode, to target: any StoreNode) -> (Edge, [String]?) {
    let added = links.withLock { links in
      let added = links.add(from: source, to: target)
      if added.hasSunk { sinkings.wrappingAdd(1, ordering: .releasing) }
      return added
    }
    let circle = added.circle.map { circle in (circle + circle.prefix(1)).map { $0.name } }
    return (added.edge, circle)
  }

  /// Removes a subscription.
  ///
  /// Heights stay: they need only rise along each subscription.
  static func remove(_ edge: Edge) {
    let removed = links.withLock { $0.remove(edge) }
    // Released here, after the lock.
    withExtendedLifetime(removed) {}
  }
}
