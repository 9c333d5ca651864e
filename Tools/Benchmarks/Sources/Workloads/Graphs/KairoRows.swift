import Measuring
import StrataConcurrency
import StrataCore

/// The shapes of the kairo set, which comparisons of reactive libraries measure.
///
/// One or more sources, the values computed from them, and observers at the ends. Each workload counts its computations
/// and notifications before it is timed, over as many changes as the set makes. A change computes each node that it
/// reaches once, and no other. A change is a write, and all work is done when it returns.
enum KairoRows {
  static var all: [Workload] {
    [avoidable, broad, deep, diamond, mux, repeated, triangle, unstable]
  }

  /// A shape on one source.
  private struct Shape {
    let network: Network
    /// Retains the observers.
    let kept: [Subscription]
    /// The value at the end, and its expected value for a value of the source.
    let end: Derived<Int, Never>
    let expected: (Int) -> Int
    /// The computations and the calls of observers for one change.
    let runs: Int
    let told: Int
  }

  private static func workload(
    _ name: String,
    changes: Int,
    nodes: Int,
    budget: Double? = 2,
    _ shape: @escaping () -> Shape
  ) -> Workload {
    Workload(
      "kairo \(name), per node evaluated",
      budget: budget,
      count: max(20, 50_000 / nodes),
      divisor: Double(nodes)
    ) {
      let shape = shape()
      let network = shape.network
      network.head.count = 1
      var isRight = shape.runs == nodes && shape.end.value == shape.expected(1)
      let counts = network.counts {
        for number in 2..<(changes + 2) {
          network.head.count = number
          isRight = isRight && shape.end.value == shape.expected(number)
        }
      }
      let isExact = counts == (shape.runs * changes, shape.told * changes)
      return Prepared(isRight: isRight && isExact) { count in
        // From the end of the changes above, so that each write is a change.
        for number in 0..<count { network.head.count = number }
        withExtendedLifetime(shape) {}
      }
    }
  }

  private static var avoidable: Workload {
    workload("avoidable", changes: 1_000, nodes: 2) {
      let network = Network(cells: 1)
      let head = network.head
      let first = network.node { head.count }
      let second = network.node {
        keep(first.value)
        return 0
      }
      let third = network.node {
        busy()
        return second.value + 1
      }
      let fourth = network.node { third.value + 2 }
      let last = network.node { fourth.value + 3 }
      return Shape(
        network: network,
        kept: [network.watch(last)],
        end: last,
        expected: { _ in 6 },
        runs: 2,
        told: 0
      )
    }
  }

  private static var broad: Workload {
    workload("broad, 50 branches", changes: 50, nodes: 100) {
      let network = Network(cells: 1)
      let head = network.head
      let ends = (0..<50).map { number in
        let first = network.node { head.count + number }
        return network.node { first.value + 1 }
      }
      return Shape(
        network: network,
        kept: ends.map(network.watch),
        end: ends[49],
        expected: { $0 + 50 },
        runs: 100,
        told: 50
      )
    }
  }

  private static var deep: Workload {
    workload("deep, 50 nodes", changes: 50, nodes: 50) {
      let network = Network(cells: 1)
      let end = chain(network, 50).end
      return Shape(
        network: network,
        kept: [network.watch(end)],
        end: end,
        expected: { $0 + 50 },
        runs: 50,
        told: 1
      )
    }
  }

  private static var diamond: Workload {
    workload("diamond, 5 branches", changes: 500, nodes: 6) {
      let network = Network(cells: 1)
      let head = network.head
      let branches = (0..<5).map { _ in network.node { head.count + 1 } }
      let sum = network.node { branches.reduce(0) { $0 + $1.value } }
      return Shape(
        network: network,
        kept: [network.watch(sum)],
        end: sum,
        expected: { ($0 + 1) * 5 },
        runs: 6,
        told: 1
      )
    }
  }

  /// 100 sources collected into one array, which nodes split again.
  ///
  /// A change reaches all of these nodes, and the dependents of one of them.
  private static var mux: Workload {
    let nodes = 102
    return Workload(
      "kairo mux, 100 cells, per node evaluated",
      budget: 2,
      count: 500,
      divisor: Double(nodes)
    ) {
      let network = Network(cells: 100)
      let cells = network.cells
      let all = network.node { cells.map(\.count) }
      let ends = cells.indices.map { index in
        let own = network.node { all.value[index] }
        return network.node { own.value + 1 }
      }
      let kept = ends.map(network.watch)
      var isRight = true
      let counts = network.counts {
        for index in 0..<10 {
          cells[index].count = index + 100
          isRight = isRight && ends[index].value == index + 101
        }
      }
      return Prepared(isRight: isRight && counts == (nodes * 10, 10)) { count in
        for number in 0..<count { cells[number % 10].count = number }
        withExtendedLifetime((network, kept)) {}
      }
    }
  }

  private static var repeated: Workload {
    workload("repeated, 30 reads in one node", changes: 100, nodes: 1) {
      let network = Network(cells: 1)
      let head = network.head
      let sum = network.node { (0..<30).reduce(0) { sum, _ in sum + head.count } }
      return Shape(
        network: network,
        kept: [network.watch(sum)],
        end: sum,
        expected: { $0 * 30 },
        runs: 1,
        told: 1
      )
    }
  }

  private static var triangle: Workload {
    workload("triangle, 10 nodes", changes: 100, nodes: 10) {
      let network = Network(cells: 1)
      let head = network.head
      let nodes = chain(network, 9).nodes
      let sum = network.node { nodes.reduce(head.count) { $0 + $1.value } }
      return Shape(
        network: network,
        kept: [network.watch(sum)],
        end: sum,
        expected: { $0 * 10 + 45 },
        runs: 10,
        told: 1
      )
    }
  }

  /// Reads one of two nodes, which alternate with each change.
  private static var unstable: Workload {
    workload("unstable, 20 reads of one of two", changes: 100, nodes: 2) {
      let network = Network(cells: 1)
      let head = network.head
      let double = network.node { head.count * 2 }
      let inverse = network.node { -head.count }
      let sum = network.node {
        (0..<20).reduce(0) { sum, _ in sum + (head.count & 1 == 1 ? double.value : inverse.value) }
      }
      return Shape(
        network: network,
        kept: [network.watch(sum)],
        end: sum,
        expected: { $0 & 1 == 1 ? $0 * 40 : $0 * -20 },
        runs: 2,
        told: 1
      )
    }
  }

  /// Nodes that each add one to the previous one.
  private static func chain(
    _ network: Network,
    _ length: Int
  ) -> (end: Derived<Int, Never>, nodes: [Derived<Int, Never>]) {
    let head = network.head
    var end = network.node { head.count + 1 }
    var nodes = [end]
    for _ in 1..<length {
      end = network.node { [end] in end.value + 1 }
      nodes.append(end)
    }
    return (end, nodes)
  }

  /// Work that should not be done needlessly.
  @inline(never)
  private static func busy() {
    var sum = 0
    for number in 0..<100 { sum &+= number }
    keep(sum)
  }
}
