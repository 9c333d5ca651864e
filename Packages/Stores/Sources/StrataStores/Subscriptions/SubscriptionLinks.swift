/// The subscriptions of stores to stores, and the heights that follow from them.
struct SubscriptionLinks: Sendable {
  /// A subscription.
  struct Link: Sendable {
    let edge: SubscriptionGraph.Edge
    let source: any StoreNode
    let target: any StoreNode
    /// Whether it closes a circle, and so has no say in heights.
    let isBack: Bool
  }

  /// The outcome of a new subscription.
  struct Added {
    let edge: SubscriptionGraph.Edge
    /// The stores on the circle that it closes.
    let circle: [any StoreNode]?
    /// Whether stores are lower than before.
    let hasSunk: Bool
  }

  private var bySource: [ObjectIdentifier: [Link]] = [:]
  private var byTarget: [ObjectIdentifier: [Link]] = [:]
  private var backCount = 0
  private var lastNumber: UInt64 = 0
  /// How many stores have been visited for their heights and for circles; it shows the cost.
  private(set) var looks = 0

  /// Adds a subscription of `target` to `source`, and makes `source` the lower one.
  ///
  /// - Complexity: O(1) if it is lower already. Otherwise the followers of `target` rise or the stores that `source`
  ///   follows sink, whichever group turns out to be smaller.
  mutating func add(from source: any StoreNode, to target: any StoreNode) -> Added {
    var circle: [any StoreNode]?
    var hasSunk = false
    if source === target {
      circle = [source]
    } else if backCount > 0 {
      // Circles that contain former circles are found by going all ways; heights do not show them.
      circle = path(from: target, to: source)
    }
    if circle == nil, source.height >= target.height {
      switch settle(source, below: target) {
      case .circle: circle = path(from: target, to: source)
      case .risen: break
      case .sunk: hasSunk = true
      }
    }
    lastNumber += 1
    let edge = SubscriptionGraph.Edge(
      number: lastNumber,
      source: ObjectIdentifier(source),
      target: ObjectIdentifier(target)
    )
    let link = Link(edge: edge, source: source, target: target, isBack: circle != nil)
    bySource[edge.source, default: []].append(link)
    byTarget[edge.target, default: []].append(link)
    if link.isBack { backCount += 1 }
    return Added(edge: edge, circle: circle, hasSunk: hasSunk)
  }

  /// Removes a subscription.
  ///
  /// - Returns: The links that were stored for it.
  mutating func remove(_ edge: SubscriptionGraph.Edge) -> [Link] {
    let links = [
      Self.take(edge, at: edge.source, of: &bySource),
      Self.take(edge, at: edge.target, of: &byTarget),
    ]
    if links[0]?.isBack ?? false { backCount -= 1 }
    return links.compactMap { $0 }
  }

  private static func take(
    _ edge: SubscriptionGraph.Edge,
    at node: ObjectIdentifier,
    of table: inout [ObjectIdentifier: [Link]]
  ) -> Link? {
    guard let index = table[node]?.firstIndex(where: { $0.edge == edge }) else { return nil }
    let link = table[node]?.remove(at: index)
    if table[node]?.isEmpty ?? false { table[node] = nil }
    return link
  }

  /// The stores next to one: those that follow it, or those that it follows.
  func adjacentNodes(of node: any StoreNode, above: Bool) -> [any StoreNode] {
    let links = (above ? bySource : byTarget)[ObjectIdentifier(node)] ?? []
    return links.filter { !$0.isBack }.map { above ? $0.target : $0.source }
  }

  private enum Settled {
    case circle
    case risen
    case sunk
  }

  /// Lets one store be lower than another that is to follow it.
  private mutating func settle(_ source: any StoreNode, below target: any StoreNode) -> Settled {
    var rise = HeightShift(from: target, isRise: true, beyond: source)
    var sink = HeightShift(from: source, isRise: false, beyond: target)
    defer { looks += rise.looks + sink.looks }
    // The two searches take turns, because it is unknown which of them ends soon.
    while true {
      switch rise.step(in: self) {
      case .reachesEnd: return .circle
      case .isComplete:
        rise.apply()
        return .risen
      case .goesOn: break
      }
      switch sink.step(in: self) {
      case .reachesEnd: return .circle
      case .isComplete:
        sink.apply()
        return .sunk
      case .goesOn: break
      }
    }
  }

  /// The stores from one to another along subscriptions, or `nil` if there is no way.
  private mutating func path(from start: any StoreNode, to end: any StoreNode) -> [any StoreNode]? {
    var reachedFrom: [ObjectIdentifier: any StoreNode] = [:]
    var remaining = [start]
    while let node = remaining.popLast() {
      looks += 1
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
