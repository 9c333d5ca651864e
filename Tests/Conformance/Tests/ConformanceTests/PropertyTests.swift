import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// Random graphs and commands, against an oracle.
@Suite struct PropertyTests {
  /// One graph with its oracle.
  struct Trial {
    let graph: Graph
    let nodes: [Computed]
    var oracle: Oracle
    var watched: [Int: Values] = [:]
    var expected: [Int: [Int]] = [:]
    let sourceCount: Int

    init(using generator: inout SplitMix64) {
      let values = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Int.random(in: -2...3, using: &generator)
      }
      let formulas = (0..<Int.random(in: 1...9, using: &generator)).map {
        Formula.random(below: values.count + $0, using: &generator)
      }
      let graph = Graph(values)
      var nodes: [Computed] = []
      for formula in formulas {
        nodes.append(
          graph.computed { [nodes] in
            formula.evaluate { place in
              place < values.count ? graph(place).value : nodes[place - values.count].value
            }
          }
        )
      }
      self.graph = graph
      self.nodes = nodes
      sourceCount = values.count
      oracle = Oracle(values: values, formulas: formulas)
    }

    /// Does something at random to both, and gives a sentence if they differ.
    mutating func step(using generator: inout SplitMix64) -> String? {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let write = randomWrite(&generator)
        graph(write.place).value = write.value
        oracle.write([write])
        return afterCommit()
      case 4..<6:
        let writes = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          randomWrite(&generator)
        }
        graph.batch { for (place, value) in writes { graph(place).value = value } }
        oracle.write(writes)
        return afterCommit()
      case 6..<9:
        return read(Int.random(in: 0..<nodes.count, using: &generator))
      default:
        let place = Int.random(in: 0..<nodes.count, using: &generator)
        if let running = watched.removeValue(forKey: place) {
          running.stop()
          return nil
        }
        watched[place] = graph.values(of: nodes[place])
        expected[place] = [oracle.read(sourceCount + place)]
        return check()
      }
    }

    private func randomWrite(_ generator: inout SplitMix64) -> (place: Int, value: Int) {
      (
        Int.random(in: 0..<sourceCount, using: &generator),
        Int.random(in: -2...3, using: &generator)
      )
    }

    private mutating func read(_ place: Int) -> String? {
      let value = nodes[place].value
      let wanted = oracle.read(sourceCount + place)
      if value != wanted { return "node \(place) is \(value), not \(wanted)" }
      if wanted != oracle.recomputed(sourceCount + place) { return "the oracle is wrong" }
      return check()
    }

    private mutating func afterCommit() -> String? {
      for place in watched.keys {
        let value = oracle.read(sourceCount + place)
        if expected[place]?.last != value { expected[place]?.append(value) }
      }
      return check()
    }

    private func check() -> String? {
      for (place, values) in watched where values.all != expected[place] {
        return "watchers of \(place) were told \(values.all), not \(expected[place] ?? [])"
      }
      let runs = nodes.map(\.runs)
      return runs == oracle.runs ? nil : "runs are \(runs), not \(oracle.runs)"
    }
  }

  @Test(arguments: 0..<24)
  func derivedEqualsRecomputedWithAsFewRunsAsCanBe(_ part: Int) {
    for number in 0..<500 {
      let seed = UInt64(part * 500 + number)
      var generator = SplitMix64(seed: seed)
      var trial = Trial(using: &generator)
      for step in 0..<16 {
        guard let difference = trial.step(using: &generator) else { continue }
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
  }

  @Test(arguments: 0..<4)
  func readsInsideBatchesEqualRecomputed(_ part: Int) {
    for number in 0..<250 {
      let seed = UInt64(100_000 + part * 250 + number)
      var generator = SplitMix64(seed: seed)
      var trial = Trial(using: &generator)
      let found: String? = trial.graph.context.transaction {
        for _ in 0..<12 {
          let place = Int.random(in: 0..<trial.sourceCount, using: &generator)
          let value = Int.random(in: -2...3, using: &generator)
          trial.graph(place).value = value
          trial.oracle.write([(place, value)])
          let node = Int.random(in: 0..<trial.nodes.count, using: &generator)
          let wanted = trial.oracle.recomputed(trial.sourceCount + node)
          let given = trial.nodes[node].value
          if given != wanted { return "node \(node) is \(given), not \(wanted)" }
        }
        return nil
      }
      let end = trial.nodes.enumerated().first {
        $1.value != trial.oracle.recomputed(trial.sourceCount + $0)
      }
      if found != nil || end != nil {
        Issue.record("seed \(seed): \(found ?? "wrong after the batch")")
        return
      }
    }
  }
}
