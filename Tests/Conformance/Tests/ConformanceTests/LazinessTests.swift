import ReactiveGraphs
import Testing

@Suite struct LazinessTests {
  @Test func whatNobodyReadsNeverRuns() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    for value in 0..<10 { graph.signal.value = value }
    #expect(node.runs == 0)
  }

  @Test func aConstantRunsOnce() {
    let graph = Graph([1])
    let node = graph.computed { 7 }
    #expect([node.value, node.value] == [7, 7])
    graph.signal.value = 2
    #expect(node.value == 7)
    #expect(node.runs == 1)
  }

  @Test(arguments: [1, 2, 10, 100])
  func manyWritesBetweenTwoReadsAreOneChange(_ count: Int) {
    let graph = Graph([0])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    #expect(node.value == 0)
    for value in 1...count { graph.signal.value = value }
    #expect(node.value == count)
    #expect(node.runs == 2)
  }

  @Test func aReadAfterEachWriteRunsEachTime() {
    let graph = Graph([0])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    for value in 0..<5 {
      graph.signal.value = value
      #expect(node.value == value)
    }
    #expect(node.runs == 5)
  }

  @Test func aNodeBetweenRunsOnlyForThoseWhoAsk() {
    let graph = Graph([1, 1])
    let (a, b) = (graph(0), graph(1))
    let left = graph.computed { a.value }
    let right = graph.computed { b.value }
    let first = graph.computed { left.value }
    let second = graph.computed { right.value }
    #expect(first.value == 1)
    #expect([left.runs, right.runs, second.runs] == [1, 0, 0])
    b.value = 2
    #expect(first.value == 1)
    #expect([first.runs, left.runs, right.runs] == [1, 1, 0])
    #expect(second.value == 2)
  }

  @Test func aWriteToAnotherSourceRunsNothing() {
    let graph = Graph([1, 2])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    #expect(node.value == 1)
    graph(1).value = 3
    #expect(node.value == 1)
    #expect(node.runs == 1)
  }

  @Test func watchingIsAskingAndItsEndIsTheEnd() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let values = graph.values(of: node)
    graph.signal.value = 2
    #expect(node.runs == 2)
    values.stop()
    graph.signal.value = 3
    graph.signal.value = 4
    #expect(node.runs == 2)
    #expect(node.value == 4)
    #expect(node.runs == 3)
    #expect(values.all == [1, 2])
  }

  @Test func severalObserversShareOneRun() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let values = (0..<5).map { _ in graph.values(of: node) }
    graph.signal.value = 2
    #expect(node.runs == 2)
    #expect(values.map(\.all) == Array(repeating: [1, 2], count: 5))
  }

  @Test func aDependentOfAWatchedNodeIsNotWatched() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let other = graph.computed { node.value }
    #expect(other.value == 1)
    let values = graph.values(of: node)
    graph.signal.value = 2
    #expect([node.runs, other.runs] == [2, 1])
    #expect(values.all == [1, 2])
  }

  @Test func aChangeInPlaceIsOneChange() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    #expect(node.value == 1)
    graph.signal.value += 1
    graph.signal.value *= 3
    #expect(node.value == 6)
    #expect(node.runs == 2)
  }

  @Test func aNodeMadeInAComputationIsAsLazy() {
    let graph = Graph([1])
    let (signal, inner) = (graph.signal, Runs())
    let outer = graph.computed { [graph] in
      let made = graph.computed {
        inner.add()
        return signal.value + 1
      }
      return made.value + 1
    }
    #expect(outer.value == 3)
    signal.value = 2
    #expect(outer.value == 4)
    // The one of the first run is asked whether it differs, before there is another.
    #expect([outer.runs, inner.count] == [2, 3])
  }
}
