/// New heights for a store and for those that have to make room, found one store at a time.
///
/// Stores are taken in the order of the heights that they have, so each is taken once. Nothing changes
/// until it is applied.
struct HeightShift {
  /// The result of a step.
  enum Outcome {
    case goesOn
    /// All new heights are known.
    case isComplete
    /// The other end of the new subscription would have to move as well: they are in a circle.
    case reachesEnd
  }

  private let isRise: Bool
  private let end: any StoreNode
  private var nodes: [any StoreNode] = []
  /// The new heights, with the sign of the direction.
  private var heights: [Int] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var queue = HeightQueue()
  /// How many stores have been taken.
  private(set) var looks = 0

  /// Begins with a store that has to move beyond another.
  init(from start: any StoreNode, isRise: Bool, beyond end: any StoreNode) {
    self.isRise = isRise
    self.end = end
    require(start, height(of: end) + 1)
  }

  /// Takes the next store, and finds the stores that have to make room for it.
  mutating func step(in links: SubscriptionLinks) -> Outcome {
    // No store has moved since it was put in.
    guard let place = queue.popFirst(height: { _ in .min }) else { return .isComplete }
    looks += 1
    let node = nodes[place]
    if node === end { return .reachesEnd }
    for adjacent in links.adjacentNodes(of: node, above: isRise) {
      require(adjacent, heights[place] + 1)
    }
    return .goesOn
  }

  /// Gives the stores their new heights.
  func apply() {
    for (node, height) in zip(nodes, heights) { node.height = isRise ? height : -height }
  }

  private func height(of node: any StoreNode) -> Int { isRise ? node.height : -node.height }

  private mutating func require(_ node: any StoreNode, _ height: Int) {
    let own = self.height(of: node)
    guard own < height else { return }
    if let place = places[ObjectIdentifier(node)] {
      heights[place] = max(heights[place], height)
    } else {
      places[ObjectIdentifier(node)] = nodes.count
      queue.insert(nodes.count, height: own)
      nodes.append(node)
      heights.append(height)
    }
  }
}
