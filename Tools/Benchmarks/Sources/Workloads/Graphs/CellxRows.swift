import Measuring
import StrataCore

/// The benchmark of cellx: observed layers of four nodes; each node reads the previous layer.
///
/// The values at the end are published for 1,000, 2,500 and 5,000 layers. For other sizes they are recomputed without a
/// graph, and so is the number of nodes that a change reaches.
enum CellxRows {
  static var all: [Workload] { [10, 100, 1_000, 2_500, 5_000].map(cellx) }

  private static let first = [1, 2, 3, 4]
  private static let second = [4, 3, 2, 1]

  /// The values at the end, for the first and the second values of the cells.
  private static let published: [Int: (first: [Int], second: [Int])] = [
    1_000: ([-3, -6, -2, 2], [-2, -4, 2, 3]),
    2_500: ([-3, -6, -2, 2], [-2, -4, 2, 3]),
    5_000: ([2, 4, -1, -6], [-2, 1, -4, -4]),
  ]

  private static func cellx(_ layers: Int) -> Workload {
    let plain = recomputed(layers)
    return Workload(
      "cellx, \(layers) layers, per node evaluated",
      budget: 2,
      count: max(10, 20_000 / layers),
      divisor: Double(plain.reached)
    ) {
      let network = Network(cells: 4)
      write(first, network)
      let all = makeLayers(layers, network)
      let kept = all.map(network.watch)
      let ends = all.suffix(4)
      let before = ends.map(\.value)
      let counts = network.counts { write(second, network) }
      let after = ends.map(\.value)
      let isPlain = before == plain.first && after == plain.second
      let isPublished = published[layers].map { before == $0.first && after == $0.second } ?? true
      let isExact = counts == (plain.reached, plain.changed)
      var isFirst = false
      return Prepared(isRight: isPlain && isPublished && isExact) { count in
        for _ in 0..<count {
          isFirst.toggle()
          write(isFirst ? first : second, network)
        }
        withExtendedLifetime((network, kept)) {}
      }
    }
    .beside(ReactivePeers.cellx(layers: layers, evaluations: plain.reached))
  }

  private static func write(_ values: [Int], _ network: Network) {
    network.transaction {
      for index in 0..<4 { network.cells[index].count = values[index] }
    }
  }

  private static func makeLayers(_ count: Int, _ network: Network) -> [Derived<Int, Never>] {
    let cells = network.cells
    var nodes = [
      network.node { cells[1].count },
      network.node { cells[0].count - cells[2].count },
      network.node { cells[1].count + cells[3].count },
      network.node { cells[2].count },
    ]
    for _ in 1..<count {
      let below = Array(nodes.suffix(4))
      nodes += [
        network.node { below[1].value },
        network.node { below[0].value - below[2].value },
        network.node { below[1].value + below[3].value },
        network.node { below[2].value },
      ]
    }
    return nodes
  }

  /// The result without a graph.
  private struct Plain {
    var first = CellxRows.first
    var second = CellxRows.second
    /// How many nodes read something that differs.
    var reached = 0
    /// How many nodes differ.
    var changed = 0
  }

  private static func recomputed(_ layers: Int) -> Plain {
    let sources = [[1], [0, 2], [1, 3], [2]]
    var plain = Plain()
    for _ in 0..<layers {
      plain.reached += sources.count { $0.contains { plain.first[$0] != plain.second[$0] } }
      (plain.first, plain.second) = (next(plain.first), next(plain.second))
      plain.changed += (0..<4).count { plain.first[$0] != plain.second[$0] }
    }
    return plain
  }

  private static func next(_ values: [Int]) -> [Int] {
    [values[1], values[0] - values[2], values[1] + values[3], values[2]]
  }
}
