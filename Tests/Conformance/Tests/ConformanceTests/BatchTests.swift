import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// Writes that are one change.
@Suite struct BatchTests {
  @Test func isOneChange() {
    let graph = Graph([1, 2])
    let (a, b) = (graph(0), graph(1))
    let sum = graph.computed { a.value + b.value }
    let values = graph.values(of: sum)
    graph.batch {
      a.value = 10
      b.value = 20
      a.value = 11
    }
    #expect(values.all == [3, 31])
    #expect(sum.runs == 2)
  }

  @Test func whatIsInsideAnotherEndsWithThat() {
    let graph = Graph([1, 2])
    let (a, b) = (graph(0), graph(1))
    let sum = graph.computed { a.value + b.value }
    let values = graph.values(of: sum)
    graph.batch {
      graph.batch { a.value = 10 }
      #expect(values.all == [3])
      b.value = 20
    }
    #expect(values.all == [3, 30])
  }

  @Test func readsInsideSeeWhatIsWritten() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value * 2 }
    #expect(node.value == 2)
    graph.batch {
      graph.signal.value = 2
      #expect([node.value, node.value] == [4, 4])
      graph.signal.value = 3
      #expect(node.value == 6)
    }
    #expect(node.value == 6)
    #expect(node.runs == 3)
  }

  @Test func whatWasComputedLastInsideIsNotComputedAgain() {
    let graph = Graph([1])
    let signal = graph.signal
    let first = graph.computed { signal.value }
    let second = graph.computed { first.value }
    let values = graph.values(of: second)
    graph.batch {
      signal.value = 2
      #expect(second.value == 2)
    }
    #expect(second.value == 2)
    #expect([first.runs, second.runs] == [2, 2])
    #expect(values.all == [1, 2])
  }

  @Test func aDiamondInsideIsComputedOnce() {
    let shape = Shape.ladder(10)
    _ = shape.outputs[0].value
    _ = shape.takeRuns()
    shape.graph.batch {
      shape.graph.signal.value = 5
      #expect(shape.outputs.map(\.value) == shape.expectedNow)
    }
    #expect(shape.nodes.allSatisfy { $0.runs == 1 })
    #expect(shape.outputs.map(\.value) == shape.expectedNow)
    #expect(shape.nodes.allSatisfy { $0.runs == 1 })
  }

  @Test func othersSeeWhatIsCommitted() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value * 2 }
    let dependent = graph.computed { node.value + 1 }
    #expect(dependent.value == 3)
    graph.batch {
      graph.signal.value = 5
      #expect(dependent.value == 11)
      let seen = Notes()
      onThread { seen.add("\(node.value) \(dependent.value)") }
      #expect(seen.all == ["2 3"])
    }
    let seen = Notes()
    onThread { seen.add("\(node.value) \(dependent.value)") }
    #expect(seen.all == ["10 11"])
    #expect([node.runs, dependent.runs] == [2, 2])
  }

  @Test func othersSeeWhatIsCommittedAlsoIfNobodyHasReadIt() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value * 2 }
    graph.batch {
      graph.signal.value = 5
      #expect(node.value == 10)
      let seen = Notes()
      onThread { seen.add("\(node.value)") }
      #expect(seen.all == ["2"])
    }
    #expect(node.value == 10)
  }

  @Test func anotherThreadsWriteToAnotherSourceIsSeen() {
    let graph = Graph([1, 10])
    let (a, b) = (graph(0), graph(1))
    let sum = graph.computed { a.value + b.value }
    let values = graph.values(of: sum)
    graph.batch {
      a.value = 2
      onThread { b.value = 20 }
      #expect(sum.value == 22)
      let seen = Notes()
      onThread { seen.add("\(sum.value)") }
      #expect(seen.all == ["21"])
    }
    #expect(sum.value == 22)
    #expect(values.all.last == 22)
  }

  @Test func aThrownErrorEndsItWithWhatWasWritten() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let values = graph.values(of: node)
    #expect(throws: Failure(1)) {
      try graph.context.transaction { () throws in
        graph.signal.value = 2
        throw Failure(1)
      }
    }
    #expect(values.all == [1, 2])
  }

  @Test func emptyOnesDoNothing() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let values = graph.values(of: node)
    for _ in 0..<5 { graph.batch {} }
    #expect(values.all == [1])
    #expect(node.runs == 1)
  }

  @Test func aNodeFirstReadInsideIsKeptAfterwards() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    graph.batch {
      graph.signal.value = 2
      #expect(node.value == 2)
    }
    #expect(node.value == 2)
    #expect(node.runs == 1)
    graph.signal.value = 3
    #expect(node.value == 3)
  }

  @Test func observersInsideARoundSeeTheWholeBatch() {
    let graph = Graph([1, 2])
    let (a, b, notes) = (graph(0), graph(1), Notes())
    let sum = graph.computed { a.value + b.value }
    let slot = graph.context.layout.slot(0, as: Int.self)
    let observation = graph.context.observe(slot, at: .thisLine()) { _ in
      notes.add("\(a.value) \(b.value) \(sum.value)")
    }
    graph.batch {
      a.value = 10
      b.value = 20
    }
    #expect(notes.all == ["10 20 30"])
    withExtendedLifetime(observation) {}
  }
}
