import Measuring
import StrataCore

/// One source, and columns of nodes with an observer at the end of each, in a given width and height.
enum PropagationRows {
  static var all: [Workload] {
    [(1, 1), (10, 10), (100, 100), (1_000, 1_000), (1, 1_000), (1_000, 1)].map(propagate)
      + [depth(100_000)]
  }

  private static func propagate(width: Int, height: Int) -> Workload {
    let nodes = width * height
    return Workload(
      "propagate \(width) by \(height), per node evaluated",
      budget: 2,
      count: max(10, 50_000 / nodes),
      divisor: Double(nodes),
      isHeavy: nodes >= 100_000
    ) {
      let network = Network(cells: 1)
      let ends = columns(network, width: width, height: height)
      let kept = ends.map(network.watch)
      let counts = network.counts { network.head.count += 1 }
      let isRight = ends.allSatisfy { $0.value == 1 + height } && counts == (nodes, width)
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count { network.head.count += 1 }
        withExtendedLifetime((network, kept)) {}
      }
    }
    .beside(ReactivePeers.columns(width: width, height: height, isObserved: true))
  }

  private static func columns(
    _ network: Network,
    width: Int,
    height: Int
  ) -> [Derived<Int, Never>] {
    let head = network.head
    return (0..<width).map { _ in
      var end = network.node { head.count + 1 }
      for _ in 1..<height { end = network.node { [end] in end.value + 1 } }
      return end
    }
  }

  /// A chain that no recursion could follow, changed and read.
  private static func depth(_ depth: Int) -> Workload {
    Workload(
      "derived: chain of \(depth), change and read, a node",
      budget: 2,
      divisor: Double(depth),
      isHeavy: true
    ) {
      let network = Network(cells: 1)
      let end = columns(network, width: 1, height: depth)[0]
      keep(end.value)
      let counts = network.counts {
        network.head.count = 7
        keep(end.value)
      }
      return Prepared(isRight: end.value == depth + 7 && counts.runs == depth) { count in
        for _ in 0..<count {
          network.head.count += 1
          keep(end.value)
        }
        withExtendedLifetime(network) {}
      }
    }
    .beside(ReactivePeers.columns(width: 1, height: depth, isObserved: false))
  }
}
