import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// An equal value ends the propagation.
@Suite struct EqualityTests {
  @Test func anEqualWriteRunsNothing() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    #expect(node.value == 1)
    graph.signal.value = 1
    #expect(node.value == 1)
    #expect(node.runs == 1)
  }

  @Test func anEqualDerivedValueStopsTheChange() {
    let graph = Graph([1])
    let signal = graph.signal
    let sign = graph.computed { signal.value.signum() }
    let node = graph.computed { sign.value * 100 }
    #expect(node.value == 100)
    for value in 2...6 {
      signal.value = value
      #expect(node.value == 100)
    }
    #expect([sign.runs, node.runs] == [6, 1])
    signal.value = -1
    #expect(node.value == -100)
    #expect([sign.runs, node.runs] == [7, 2])
  }

  @Test func nobodyIsToldOfAnEqualValue() {
    let graph = Graph([1])
    let signal = graph.signal
    let sign = graph.computed { signal.value.signum() }
    let values = graph.values(of: sign)
    let effects = Runs()
    let effect = graph.effect {
      _ = sign.value
      effects.add()
    }
    for value in 2...6 { signal.value = value }
    #expect(values.all == [1])
    #expect(effects.count == 1)
    signal.value = 0
    #expect(values.all == [1, 0])
    #expect(effects.count == 2)
    #expect(sign.runs == 7)
    withExtendedLifetime(effect) {}
  }

  @Test func thereAndBackBetweenTwoReadsRunsTheFirstLevelOnly() {
    let graph = Graph([1])
    let signal = graph.signal
    let first = graph.computed { signal.value }
    let second = graph.computed { first.value }
    #expect(second.value == 1)
    signal.value = 2
    signal.value = 1
    #expect(second.value == 1)
    #expect([first.runs, second.runs] == [2, 1])
  }

  @Test func thereAndBackInABatchRunsNothing() {
    let graph = Graph([1])
    let signal = graph.signal
    let first = graph.computed { signal.value }
    let values = graph.values(of: first)
    graph.batch {
      signal.value = 2
      signal.value = 1
    }
    #expect(first.value == 1)
    #expect(first.runs == 1)
    #expect(values.all == [1])
  }

  @Test func oneOfTwoSourcesThatDiffersIsEnough() {
    let graph = Graph([1, 1])
    let (a, b) = (graph(0), graph(1))
    let left = graph.computed { a.value.signum() }
    let right = graph.computed { b.value }
    let node = graph.computed { left.value + right.value }
    #expect(node.value == 2)
    graph.batch {
      a.value = 5
      b.value = 2
    }
    #expect(node.value == 3)
    #expect([left.runs, right.runs, node.runs] == [2, 2, 2])
  }

  @Test func withoutAnEqualityEachRunDiffers() {
    let graph = Graph([1])
    let (signal, runs) = (graph.signal, Runs())
    let sign = Derived(of: graph.context, at: .thisLine(), areEqual: nil) { signal.value.signum() }
    let node = graph.computed {
      runs.add()
      return sign.value
    }
    #expect(node.value == 1)
    signal.value = 2
    #expect(node.value == 1)
    #expect(runs.count == 2)
  }

  @Test func anEqualityOfOnesOwnDecides() {
    let graph = Graph([10])
    let signal = graph.signal
    let rough = Derived(
      of: graph.context,
      at: .thisLine(),
      areEqual: { abs($0 - $1) < 5 },
      { signal.value }
    )
    let node = graph.computed { rough.value }
    #expect(node.value == 10)
    signal.value = 13
    #expect(node.value == 10)
    #expect(node.runs == 1)
    signal.value = 16
    #expect(node.value == 16)
    #expect(node.runs == 2)
  }

  @Test(arguments: 1...6)
  func onlyTheNodesUpToTheEqualOneRun(_ place: Int) {
    let graph = Graph([0])
    let signal = graph.signal
    var nodes = [graph.computed { place == 1 ? 0 : signal.value }]
    // The first node reads the source in any case.
    if place == 1 {
      nodes = [
        graph.computed {
          _ = signal.value
          return 0
        }
      ]
    }
    for number in 2...7 {
      nodes.append(
        graph.computed { [last = nodes[nodes.count - 1]] in
          number == place ? last.value * 0 : last.value
        }
      )
    }
    _ = nodes[6].value
    signal.value = 1
    _ = nodes[6].value
    #expect(nodes.map(\.runs) == (1...7).map { $0 <= place ? 2 : 1 })
  }
}
