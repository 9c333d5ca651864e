import StrataConcurrency

/// Which stores subscribe to which, in the whole program; gives each store its height.
///
/// Asked only when subscriptions begin and end.
enum SubscriptionGraph {
  /// One subscription of a store to a store.
  struct Edge: Sendable, Hashable {
    fileprivate let number: UInt64
    fileprivate let source: ObjectIdentifier
  }

  fileprivate struct Link {
    let edge: Edge
    let target: any StoreNode
    /// Whether it closes a circle, and so has no say in heights.
    let isBack: Bool
  }

  fileprivate struct Links {
    var bySource: [ObjectIdentifier: [Link]] = [:]
    var lastNumber: UInt64 = 0
  }

  private static let links = Locked(Links(), rank: .leaf)

  /// Adds a subscription of `target` to `source`.
  ///
  /// - Returns: The subscription, and the stores on the circle that it closes, if it does.
  static func add(from source: any StoreNode, to target: any StoreNode) -> (Edge, [String]?) {
    let (edge, circle) = links.withLock { links -> (Edge, [any StoreNode]?) in
      links.lastNumber += 1
      let edge = Edge(number: links.lastNumber, source: ObjectIdentifier(source))
      let circle = source === target ? [source] : links.path(from: target, to: source)
      links.bySource[edge.source, default: []].append(
        Link(edge: edge, target: target, isBack: circle != nil)
      )
      if circle == nil { links.raise(target, above: source.height) }
      return (edge, circle)
    }
    return (edge, circle.map { circle in (circle + circle.prefix(1)).map { $0.name } })
  }

  /// Removes a subscription.
  ///
  /// Heights stay: they need only rise along each subscription.
  static func remove(_ edge: Edge) {
    let removed = links.withLock { links -> Link? in
      guard let index = links.bySource[edge.source]?.firstIndex(where: { $0.edge == edge }) else {
        return nil
      }
      let link = links.bySource[edge.source]?.remove(at: index)
      if links.bySource[edge.source]?.isEmpty ?? false { links.bySource[edge.source] = nil }
      return link
    }
    // Released here, after the lock.
    withExtendedLifetime(removed) {}
  }
}

extension SubscriptionGraph.Links {
  /// Makes a store, and what subscribes to it, higher than another.
  fileprivate func raise(_ node: any StoreNode, above height: Int) {
    var remaining = [(node, height)]
    while let (node, height) = remaining.popLast() {
      guard node.height <= height else { continue }
      node.height = height + 1
      for link in bySource[ObjectIdentifier(node)] ?? [] where !link.isBack {
        remaining.append((link.target, height + 1))
      }
    }
  }

  /// The stores from one to another along subscriptions, or `nil` if there is no way.
  fileprivate func path(from start: any StoreNode, to end: any StoreNode) -> [any StoreNode]? {
    var reachedFrom: [ObjectIdentifier: any StoreNode] = [:]
    var remaining = [start]
    while let node = remaining.popLast() {
      for link in bySource[ObjectIdentifier(node)] ?? []
      where link.target !== start && reachedFrom[ObjectIdentifier(link.target)] == nil {
        reachedFrom[ObjectIdentifier(link.target)] = node
        guard link.target === end else {
          remaining.append(link.target)
          continue
        }
        var path = [end]
        while let last = path.last, let next = reachedFrom[ObjectIdentifier(last)] {
          path.append(next)
        }
        return path.reversed()
      }
    }
    return nil
  }
}
