import Measuring
import StrataCore

/// The dynamic graphs of the comparisons of reactive libraries, with the sums and counts published
/// for them.
///
/// Rows of nodes, each on some adjacent nodes of the row below; some leave out one of them while the first is odd. Each
/// round writes one source and reads some nodes of the last row. The selection comes from a generator of random numbers
/// that is not part of this tool. It does not matter where all are read: the published sums and counts follow from the
/// shape, because the sources have even values. Two shapes read a fifth. Their published sums and counts are those of
/// the second and the fifth node.
///
/// All rounds run, and sum and count are compared, before some are timed.
enum DynamicGraphRows {
  static var all: [Workload] { shapes.map(workload) }

  private struct Shape: Sendable {
    let name: String
    let width: Int
    /// The sources count as one.
    let layers: Int
    let sources: Int
    /// The share of nodes that always read all of their sources.
    let staticShare: Double
    /// The nodes of the last row that are read; all if there are none.
    var readNodes: [Int] = []
    let rounds: Int
    let sum: Double
    let count: Int
  }

  private static let shapes = [
    Shape(
      name: "simple component",
      width: 10,
      layers: 5,
      sources: 2,
      staticShare: 1,
      readNodes: [1, 4],
      rounds: 600_000,
      sum: 19_199_968,
      count: 3_480_000
    ),
    Shape(
      name: "dynamic component",
      width: 10,
      layers: 10,
      sources: 6,
      staticShare: 0.75,
      readNodes: [1, 4],
      rounds: 15_000,
      sum: 302_310_782_860,
      count: 1_155_000
    ),
    Shape(
      name: "large web app",
      width: 1_000,
      layers: 12,
      sources: 4,
      staticShare: 0.95,
      rounds: 7_000,
      sum: 29_355_933_696_000,
      count: 1_463_000
    ),
    Shape(
      name: "wide dense",
      width: 1_000,
      layers: 5,
      sources: 25,
      staticShare: 1,
      rounds: 3_000,
      sum: 1_171_484_375_000,
      count: 732_000
    ),
    Shape(
      name: "deep",
      width: 5,
      layers: 500,
      sources: 3,
      staticShare: 1,
      rounds: 500,
      sum: 3.0239642676898464e241,
      count: 1_246_500
    ),
    Shape(
      name: "very dynamic",
      width: 100,
      layers: 15,
      sources: 6,
      staticShare: 0.5,
      rounds: 2_000,
      sum: 15_664_996_402_790_400,
      count: 1_078_000
    ),
  ]

  private static func workload(_ shape: Shape) -> Workload {
    let nodes = Double(shape.count) / Double(shape.rounds)
    var isVerified = false
    return Workload(
      "dynamic graph, \(shape.name), per node evaluated",
      // The cost of reading 25 sources is the computation's, not the node's.
      budget: shape.sources > 6 ? nil : 2,
      count: max(10, Int(50_000 / nodes)),
      divisor: nodes
    ) {
      let graph = DynamicGraph(shape)
      // Leaves the sources in the state after all rounds.
      graph.run(from: max(0, shape.rounds - shape.width), to: shape.rounds)
      // Once is enough where the same graph is made again.
      isVerified = isVerified || graph.gives(shape)
      var round = 0
      return Prepared(isRight: isVerified) { count in
        graph.run(from: round, to: round + count)
        round = (round + count) % shape.rounds
      }
    }
    .beside(
      ReactivePeers.rows(
        width: shape.width,
        sources: shape.sources,
        isStatic: staticNodes(of: shape),
        readNodes: shape.readNodes
      )
    )
  }

  /// The nodes that always read all of their sources, row by row.
  private static func staticNodes(of shape: Shape) -> [Bool] {
    var random = Generator()
    return (0..<(shape.layers - 1) * shape.width).map { _ in random.next() < shape.staticShare }
  }

  private struct DynamicGraph {
    let network: Network
    private let read: [Derived<Double, Never>]

    init(_ shape: Shape) {
      let network = Network(cells: shape.width)
      var random = Generator()
      var row = network.cells.map(Input.cell)
      var last: [Derived<Double, Never>] = []
      for _ in 1..<shape.layers {
        last = row.indices.map { place in
          let sources = (0..<shape.sources).map { row[(place + $0) % row.count] }
          return random.next() < shape.staticShare
            ? network.node { sources.reduce(0) { $0 + $1.value } }
            : network.node { Self.droppingOne(sources) }
        }
        row = last.map(Input.node)
      }
      self.network = network
      read = shape.readNodes.isEmpty ? last : shape.readNodes.map { last[$0] }
    }

    /// The sum of the sources; while the first is odd, without one of the others.
    private static func droppingOne(_ sources: [Input]) -> Double {
      var sum = sources[0].value
      let others = sources.count - 1
      let isOdd = sum.truncatingRemainder(dividingBy: 2) != 0
      let dropped = isOdd ? Int(sum.truncatingRemainder(dividingBy: Double(others))) : -1
      for index in 0..<others where index != dropped { sum += sources[index + 1].value }
      return sum
    }

    /// Whether all rounds give the sum and take the computations of a shape.
    func gives(_ shape: Shape) -> Bool {
      let counts = network.counts { run(from: 0, to: shape.rounds) }
      return abs(sum - shape.sum) <= shape.sum * 1e-12 && counts.runs == shape.count
    }

    private var sum: Double { read.reduce(0) { $1.value + $0 } }

    func run(from first: Int, to end: Int) {
      let cells = network.cells
      for round in first..<end {
        let place = round % cells.count
        cells[place].count = round + place
        for node in read { keep(Int(truncatingIfNeeded: node.value.bitPattern)) }
      }
    }
  }

  /// The same numbers in each run, by Steele, Lea and Flood's SplitMix ("Fast splittable pseudorandom
  /// number generators", 2014).
  private struct Generator {
    private var state: UInt64 = 42

    /// A number from 0 up to, and without, 1.
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      return Double(mixed >> 11) * 0x1p-53
    }
  }
}
