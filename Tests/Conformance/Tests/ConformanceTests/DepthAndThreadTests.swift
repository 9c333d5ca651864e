import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

@Suite struct DepthAndThreadTests {
  @Test func aChainOfAHundredThousandNeedsNoStack() {
    let shape = Shape.chain(100_000)
    #expect(shape.outputs[0].value == 100_000)
    #expect(shape.takeRuns() == 100_000)
    shape.graph.signal.value = 1
    #expect(shape.outputs[0].value == 100_001)
    #expect(shape.takeRuns() == 100_000)
  }

  @Test func aChainWhoseNodesAllReadTheSourceNeedsNoStack() {
    let graph = Graph([0])
    let signal = graph.signal
    var last = graph.computed { signal.value }
    for _ in 0..<20_000 {
      last = graph.computed { [last] in signal.value + last.value - signal.value }
    }
    #expect(last.value == 0)
    signal.value = 1
    #expect(last.value == 1)
    #expect(last.runs == 2)
  }

  @Test func aWatchedDeepChainIsToldOnce() {
    let shape = Shape.chain(20_000)
    let values = shape.graph.values(of: shape.outputs[0])
    shape.graph.signal.value = 1
    #expect(values.all == [20_000, 20_001])
    #expect(shape.takeRuns() == 40_000)
  }

  @Test func aDeepComputationFindsTaskLocalValues() {
    let graph = Graph([0])
    let deepest = graph.computed { [signal = graph.signal] in signal.value + Depth.offset }
    var last = deepest
    for _ in 0..<5_000 { last = graph.computed { [last] in last.value } }
    Depth.$offset.withValue(9) { #expect(last.value == 9) }
  }

  @Test func aDeepComputationInABatchSeesItsWrites() {
    let graph = Graph([0])
    let signal = graph.signal
    var last = graph.computed { signal.value }
    for _ in 0..<5_000 { last = graph.computed { [last] in last.value + 1 } }
    graph.batch {
      signal.value = 10
      #expect(last.value == 5_010)
    }
    #expect(last.value == 5_010)
    #expect(last.runs == 1)
  }

  @Test func readersOnManyThreadsSeeOneRun() {
    let graph = Graph([1])
    let nodes = Shape.triangle(20)
    onThreads(8) { _ in
      for _ in 0..<50 { _ = nodes.outputs[0].value }
    }
    #expect(nodes.nodes.allSatisfy { $0.runs == 1 })
    withExtendedLifetime(graph) {}
  }

  @Test func readersAndWritersOnManyThreadsEndWithTheLastValue() {
    let graph = Graph([0, 0])
    let (a, b) = (graph(0), graph(1))
    let left = graph.computed { a.value + b.value }
    let right = graph.computed { a.value - b.value }
    let both = graph.computed { left.value + right.value }
    let values = graph.values(of: both)
    onThreads(4) { thread in
      for step in 0..<300 {
        if thread % 2 == 0 { a.value += 1 } else { b.value &+= step }
        _ = both.value
      }
    }
    #expect(both.value == 2 * a.value)
    #expect(a.value == 600)
    #expect(values.all.last == both.value)
  }

  @Test func twoThatReadEachOthersSourcesFromTwoSidesEnd() {
    let graph = Graph([0, 0])
    let (a, b) = (graph(0), graph(1))
    let one = graph.computed { a.value }
    let two = graph.computed { b.value }
    let first = graph.computed { one.value + two.value }
    let second = graph.computed { two.value + one.value }
    onThreads(4) { thread in
      for _ in 0..<300 {
        (thread % 2 == 0 ? a : b).value += 1
        _ = thread % 2 == 0 ? first.value : second.value
      }
    }
    #expect(first.value == 1_200)
    #expect(second.value == 1_200)
  }

  @Test func roundaboutDependenciesOnTwoThreadsEnd() {
    let graph = Graph([1])
    let flag = graph.signal
    let one = Later()
    let two = graph.computed { flag.value == 1 ? 10 : one.value + 1 }
    one.set(graph.computed { flag.value == 1 ? two.value + 1 : 20 })
    let notes = Notes()
    onThreads(3) { thread in
      let found = reports {
        for step in 0..<300 {
          if thread == 0 { flag.value = step % 2 }
          _ = thread == 1 ? one.value : two.value
        }
      }
      for message in found { notes.add(message) }
    }
    #expect(notes.all == [])
    flag.value = 1
    #expect([one.value, two.value] == [11, 10])
  }

  @Test func sourcesOfTwoTreesCount() {
    let (near, far) = (Graph([1]), Graph([10]))
    let sum = near.computed { [a = near.signal, b = far.signal] in a.value + b.value }
    let double = near.computed { sum.value * 2 }
    let values = near.values(of: double)
    far.signal.value = 20
    near.signal.value = 2
    far.batch { far.signal.value = 30 }
    #expect(values.all == [22, 42, 44, 64])
    #expect([sum.runs, double.runs] == [4, 4])
  }

  @Test func derivedValuesOfAnotherTreeCount() {
    let (near, far) = (Graph([1]), Graph([10]))
    let inner = far.computed { [b = far.signal] in b.value / 10 }
    let outer = near.computed { [a = near.signal] in a.value + inner.value }
    #expect(outer.value == 2)
    far.signal.value = 11
    #expect(outer.value == 2)
    #expect([inner.runs, outer.runs] == [2, 1])
    far.signal.value = 25
    #expect(outer.value == 3)
  }

  @Test func aTreeThatHasEndedGivesItsLastValues() {
    let near = Graph([1])
    let node: Computed
    do {
      let far = Graph([10])
      node = near.computed { [a = near.signal, b = far.signal] in a.value + b.value }
      #expect(node.value == 11)
    }
    near.signal.value = 2
    _ = reports { #expect(node.value == 12) }
  }

  @Test func whatIsReleasedIsGone() {
    let graph = Graph([1])
    weak var released: Derived<Int, Never>?
    do {
      let inner = graph.computed { [signal = graph.signal] in signal.value }
      let outer = graph.computed { inner.value }
      #expect(outer.value == 1)
      released = inner.derived
    }
    #expect(released == nil)
    graph.signal.value = 2
  }
}

enum Depth {
  @TaskLocal static var offset = 0
}
