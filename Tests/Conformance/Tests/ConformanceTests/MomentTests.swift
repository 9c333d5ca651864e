import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Synchronization
import Testing

/// Values that several threads read while another writes. Each is one that the graph has had between the beginning and
/// the end of the read.
@Suite struct MomentTests {
  /// Nodes that each read some others, in a direction that turns with each step. No node ever reads itself, but any two
  /// read one another at different steps.
  private struct TurningGraph: Sendable {
    let graph = Graph([0, 0])
    /// For each of the steps that repeat: the nodes that a node reads.
    let reads: [[[Int]]]
    let nodes: [Computed]

    init(using generator: inout SplitMix64) {
      let count = Int.random(in: 2...6, using: &generator)
      let reads = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
        Self.directions(count, using: &generator)
      }
      let (graph, later) = (graph, (0..<count).map { _ in Later() })
      nodes = (0..<count).map { place in
        graph.computed {
          let step = graph(0).value
          let sum = reads[step % reads.count][place].reduce(place) {
            $0 &* 31 &+ later[$1].value
          }
          // Read last, so that a mixture of two states shows.
          return sum &* 1_000 &+ graph(1).value
        }
      }
      self.reads = reads
      for (node, later) in zip(nodes, later) { later.set(node) }
    }

    /// The nodes that each reads: some of those before it in an order of their own.
    private static func directions(
      _ count: Int,
      using generator: inout SplitMix64
    ) -> [[Int]] {
      let order = (0..<count).shuffled(using: &generator)
      var reads = Array(repeating: [Int](), count: count)
      for (rank, place) in order.enumerated() {
        for other in order[..<rank] where Bool.random(using: &generator) {
          reads[place].append(other)
        }
      }
      return reads
    }

    /// The value of a node after a step.
    func expected(_ place: Int, at step: Int) -> Int {
      reads[step % reads.count][place].reduce(place) { $0 &* 31 &+ expected($1, at: step) }
        &* 1_000 &+ step
    }

    func set(_ step: Int) {
      graph.batch {
        graph(0).value = step
        graph(1).value = step
      }
    }
  }

  private static let steps = 30

  /// Has one thread write and others read, and gives what they have noticed.
  private func faults(of trial: TurningGraph, seed: UInt64) -> [String] {
    let begun = Atomic(0)
    let done = Atomic(0)
    let notes = Notes()
    onThreads(3) { thread in
      let found = reports {
        if thread == 0 {
          for step in 1...Self.steps {
            begun.store(step, ordering: .sequentiallyConsistent)
            trial.set(step)
            done.store(step, ordering: .sequentiallyConsistent)
          }
          return
        }
        var generator = SplitMix64(seed: seed &* 8 &+ UInt64(thread))
        while done.load(ordering: .sequentiallyConsistent) < Self.steps {
          let place = Int.random(in: 0..<trial.nodes.count, using: &generator)
          let first = done.load(ordering: .sequentiallyConsistent)
          let value = trial.nodes[place].value
          let last = begun.load(ordering: .sequentiallyConsistent)
          if !(first...last).contains(where: { trial.expected(place, at: $0) == value }) {
            notes.add("seed \(seed): node \(place) was \(value) in steps \(first) to \(last)")
          }
        }
      }
      for message in found { notes.add("seed \(seed): \(message)") }
    }
    return notes.all
  }

  @Test(arguments: 0..<4)
  func whatIsReadWhileOthersWriteIsOfOneMoment(_ part: Int) {
    for number in 0..<100 {
      let seed = UInt64(part * 100 + number)
      var generator = SplitMix64(seed: seed)
      let trial = TurningGraph(using: &generator)
      let found = faults(of: trial, seed: seed)
      let end = trial.nodes.indices.filter {
        trial.nodes[$0].value != trial.expected($0, at: Self.steps)
      }
      guard found.isEmpty, end.isEmpty else {
        Issue.record("\(found.prefix(5)), wrong in the end: \(end)")
        return
      }
    }
  }

  @Test(arguments: 0..<4)
  func whatWatchersAreToldWhileOthersReadIsOfOneMoment(_ part: Int) {
    for number in 0..<50 {
      let seed = UInt64(10_000 + part * 50 + number)
      var generator = SplitMix64(seed: seed)
      let trial = TurningGraph(using: &generator)
      let watched = trial.nodes.map { trial.graph.values(of: $0) }
      let found = faults(of: trial, seed: seed)
      for (place, values) in watched.enumerated() {
        let possible = (0...Self.steps).map { trial.expected(place, at: $0) }
        let isKnown = values.all.allSatisfy(possible.contains)
        guard found.isEmpty, isKnown, values.all.last == possible.last else {
          Issue.record("\(found.prefix(5)), seed \(seed): \(place) was told \(values.all)")
          return
        }
      }
    }
  }
}
