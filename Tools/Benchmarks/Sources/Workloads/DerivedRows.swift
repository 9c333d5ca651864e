import Measuring
import StrataConcurrency
import StrataCore

/// Derived values in the shapes that comparisons of reactive libraries use.
///
/// Each workload counts its computations before it is timed: one for each node that a change reaches, no other.
enum DerivedRows {
  static var all: [Workload] {
    [kept, deep(10), deep(1_000), broad(10), broad(1_000), diamond, avoidable, observed]
  }

  /// A leaf, the nodes above it, and the number of computations.
  struct Graph {
    let leaf = Leaf()
    let anchor: Anchor
    let runs = Tally()

    init() { anchor = Anchor(leaf.context) }

    func node(_ body: @escaping @Sendable () -> Int) -> Derived<Int, Never> {
      Derived(of: leaf.context, at: .thisLine()) { [runs] in
        runs.add()
        return body()
      }
    }
  }

  private static var kept: Workload {
    Workload("derived: read, nothing has changed", count: 100_000) {
      let graph = Graph()
      let leaf = graph.leaf
      let node = graph.node { leaf.count + 1 }
      return Prepared(isRight: node.value == 1 && node.value == 1 && graph.runs.number == 1) {
        count in
        var sum = 0
        for _ in 0..<count { sum &+= node.value }
        keep(sum)
        withExtendedLifetime(graph.anchor) {}
      }
    }
  }

  private static func deep(_ depth: Int) -> Workload {
    Workload(
      "derived: chain of \(depth), change and read, a node",
      budget: 2,
      count: max(20, 50_000 / depth),
      divisor: Double(depth)
    ) {
      let graph = Graph()
      let leaf = graph.leaf
      var last = graph.node { leaf.count }
      for _ in 1..<depth { last = graph.node { [last] in last.value + 1 } }
      return prepared(graph, last, isRight: { $0 + depth - 1 }, runs: depth)
    }
    .beside(ReactivePeers.columns(width: 1, height: depth, isObserved: false))
  }

  private static func broad(_ width: Int) -> Workload {
    Workload(
      "derived: \(width) on one source and their sum, change and read, a node",
      budget: 2,
      count: max(20, 50_000 / width),
      divisor: Double(width + 1)
    ) {
      let graph = Graph()
      let leaf = graph.leaf
      let nodes = (0..<width).map { number in graph.node { leaf.count + number } }
      let sum = graph.node { nodes.reduce(0) { $0 + $1.value } }
      let offsets = width * (width - 1) / 2
      return prepared(graph, sum, isRight: { $0 * width + offsets }, runs: width + 1)
    }
  }

  private static var diamond: Workload {
    Workload(
      "derived: diamond of four, change and read, a node",
      budget: 2,
      count: 10_000,
      divisor: 4
    ) {
      let graph = Graph()
      let leaf = graph.leaf
      let top = graph.node { leaf.count + 1 }
      let left = graph.node { top.value * 2 }
      let right = graph.node { top.value * 3 }
      let bottom = graph.node { left.value + right.value }
      return prepared(graph, bottom, isRight: { ($0 + 1) * 5 }, runs: 4)
    }
  }

  private static var avoidable: Workload {
    Workload("derived: equal result spares what is behind it", count: 10_000) {
      let graph = Graph()
      let leaf = graph.leaf
      let sign = graph.node { leaf.count.signum() }
      let behind = graph.node { sign.value + 1 }
      leaf.count = 1
      return prepared(graph, behind, isRight: { _ in 2 }, runs: 1)
    }
  }

  private static var observed: Workload {
    Workload("derived: change to observer of a chain of 10, a node", count: 5_000, divisor: 10) {
      let graph = Graph()
      let leaf = graph.leaf
      var last = graph.node { leaf.count }
      for _ in 1..<10 { last = graph.node { [last] in last.value + 1 } }
      let seen = Tally()
      let tracker = Retracker(last) { seen.add() }
      leaf.count = 5
      return Prepared(isRight: seen.number == 1) { count in
        for number in 0..<count { leaf.count = number }
        withExtendedLifetime((graph.anchor, tracker)) {}
      }
    }
  }

  /// Changes the leaf and reads the last node.
  private static func prepared(
    _ graph: Graph,
    _ last: Derived<Int, Never>,
    isRight: (Int) -> Int,
    runs: Int
  ) -> Prepared {
    keep(last.value)
    let before = graph.runs.number
    graph.leaf.count = 7
    let result = last.value
    let isExact = graph.runs.number - before == runs
    return Prepared(isRight: result == isRight(7) && isExact) { count in
      for number in 1...count {
        graph.leaf.count = number
        keep(last.value)
      }
      withExtendedLifetime(graph.anchor) {}
    }
  }

  /// Reads a value again after each change.
  private final class Retracker: Sendable {
    private let tracker: Tracker
    private let node: Derived<Int, Never>

    init(_ node: Derived<Int, Never>, onChange: @escaping @Sendable () -> Void) {
      self.node = node
      let own = WeakBox()
      tracker = Tracker {
        onChange()
        own.retracker?.track()
      }
      own.retracker = self
      track()
    }

    private func track() { keep(tracker.track { node.value }) }
  }

  // SAFETY: only the thread of the workload uses it.
  private final class WeakBox: @unchecked Sendable {
    weak var retracker: Retracker?
  }
}
