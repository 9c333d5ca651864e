import ReactiveGraphs
import Testing

/// Values that would be computed from themselves.
@Suite struct CycleTests {
  @Test func aCycleThatAppearsIsReportedAndGivesTheValueFromBefore() {
    let graph = Graph([0])
    let (flag, own) = (graph.signal, Later())
    let node = graph.computed { flag.value == 0 ? 7 : own.value + 1 }
    own.set(node)
    #expect(node.value == 7)
    let found = reports {
      flag.value = 1
      #expect(node.value == 8)
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("A cycle of derived values: ") == true)
    #expect(found.first?.contains("The value from before is given") == true)
    flag.value = 0
    #expect(node.value == 7)
  }

  @Test func aLongerCycleEndsToo() {
    let graph = Graph([0])
    let (flag, third) = (graph.signal, Later())
    let first = graph.computed { flag.value == 0 ? 1 : third.value + 1 }
    let second = graph.computed { first.value + 1 }
    third.set(graph.computed { second.value + 1 })
    #expect(third.value == 3)
    let found = reports {
      flag.value = 1
      #expect(third.value > 3)
    }
    #expect(found.count == 1)
    flag.value = 0
    #expect(third.value == 3)
  }

  @Test func aCycleWithoutAValueEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let graph = Graph([0])
      let own = Later()
      own.set(graph.computed { own.value + 1 })
      _ = own.value
    }
  }

  @Test func aComputationThatWritesItsSourceEnds() {
    let graph = Graph([0])
    let signal = graph.signal
    let node = graph.computed {
      let value = signal.value
      if value < 3 { signal.value = value + 1 }
      return value
    }
    #expect([node.value, node.value, node.value, node.value, node.value] == [0, 1, 2, 3, 3])
    #expect(node.runs == 4)
  }

  @Test func aWatchedComputationThatWritesItsSourceSettles() {
    let graph = Graph([5])
    let signal = graph.signal
    let node = graph.computed {
      let value = signal.value
      if value < 3 { signal.value = value + 1 }
      return value
    }
    let values = graph.values(of: node)
    signal.value = 0
    #expect(node.value == 3)
    #expect(values.all.last == 3)
  }

  @Test func aComputationMayWriteWhatOthersRead() {
    let graph = Graph([1, 0])
    let (a, b) = (graph(0), graph(1))
    let writer = graph.computed {
      b.value = a.value * 10
      return a.value
    }
    let reader = graph.computed { b.value }
    #expect([writer.value, reader.value] == [1, 10])
    a.value = 2
    #expect([writer.value, reader.value] == [2, 20])
    #expect([writer.runs, reader.runs] == [2, 2])
  }
}
