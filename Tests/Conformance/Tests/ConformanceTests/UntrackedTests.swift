import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// Reads that do not count.
@Suite struct UntrackedTests {
  @Test func whatIsReadUntrackedIsNoSource() {
    let graph = Graph([1, 10])
    let (a, b) = (graph(0), graph(1))
    let node = graph.computed { a.value + withoutTracking { b.value } }
    #expect(node.value == 11)
    b.value = 20
    #expect(node.value == 11)
    a.value = 2
    #expect(node.value == 22)
    #expect(node.runs == 2)
  }

  @Test func aDerivedValueReadUntrackedIsNoSourceAndIsCurrent() {
    let graph = Graph([1, 10])
    let (a, b) = (graph(0), graph(1))
    let inner = graph.computed { b.value * 2 }
    let node = graph.computed { a.value + withoutTracking { inner.value } }
    #expect(node.value == 21)
    b.value = 20
    #expect(node.value == 21)
    a.value = 2
    #expect(node.value == 42)
    #expect([inner.runs, node.runs] == [2, 2])
  }

  @Test func whatADerivedValueReadsCountsForItThoughItIsReadUntracked() {
    let graph = Graph([1])
    let inner = graph.computed { [signal = graph.signal] in signal.value }
    #expect(withoutTracking { inner.value } == 1)
    graph.signal.value = 2
    #expect(withoutTracking { inner.value } == 2)
    #expect(inner.runs == 2)
  }

  @Test func anEffectDoesNotRunForThem() {
    let graph = Graph([1, 10])
    let (a, b) = (graph(0), graph(1))
    let effect = graph.effect {
      _ = a.value
      withoutTracking { _ = b.value }
    }
    b.value = 11
    #expect(effect.runs == 1)
    a.value = 2
    #expect(effect.runs == 2)
  }

  @Test func readBothWaysCounts() {
    let graph = Graph([1])
    let signal = graph.signal
    let node = graph.computed { withoutTracking { signal.value } + signal.value }
    #expect(node.value == 2)
    signal.value = 2
    #expect(node.value == 4)
  }

  @Test func aTrackerInsideCountsForItself() {
    let graph = Graph([1])
    let (signal, runs) = (graph.signal, Runs())
    let tracker = Tracker("inner", at: .thisLine()) { runs.add() }
    let node = graph.computed { withoutTracking { tracker.track { signal.value } } }
    #expect(node.value == 1)
    signal.value = 2
    #expect(runs.count == 1)
    #expect(node.value == 1)
  }
}
