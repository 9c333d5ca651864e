import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// An error of a computation is cached as a value is.
@Suite struct ErrorTests {
  @Test func anErrorIsKeptAndThrownAgain() {
    let graph = Graph([1])
    let node = graph.failing { [signal = graph.signal] in throw Failure(signal.value) }
    for _ in 0..<3 { #expect(throws: Failure(1)) { try node.value } }
    #expect(node.runs == 1)
  }

  @Test func aChangedSourceIsAnotherTry() throws {
    let graph = Graph([0])
    let signal = graph.signal
    let node = graph.failing {
      guard signal.value > 0 else { throw Failure(signal.value) }
      return signal.value
    }
    #expect(throws: Failure(0)) { try node.value }
    signal.value = 5
    #expect(try node.value == 5)
    signal.value = -1
    #expect(throws: Failure(-1)) { try node.value }
    signal.value = -1
    #expect(throws: Failure(-1)) { try node.value }
    #expect(node.runs == 3)
  }

  @Test func anErrorPassesThrough() throws {
    let graph = Graph([0])
    let signal = graph.signal
    let first = graph.failing {
      guard signal.value > 0 else { throw Failure(signal.value) }
      return signal.value
    }
    let second = graph.failing { try first.value + 1 }
    let third = graph.failing { try second.value + 1 }
    #expect(throws: Failure(0)) { try third.value }
    signal.value = 1
    #expect(try third.value == 3)
    #expect([first.runs, second.runs, third.runs] == [2, 2, 2])
  }

  @Test func aDependentMayCatchIt() {
    let graph = Graph([0])
    let signal = graph.signal
    let first = graph.failing {
      guard signal.value > 0 else { throw Failure(signal.value) }
      return signal.value
    }
    let second = graph.computed { (try? first.value) ?? -100 }
    let third = graph.computed { second.value }
    #expect(third.value == -100)
    signal.value = -1
    #expect(third.value == -100)
    #expect([first.runs, second.runs, third.runs] == [2, 2, 1])
    signal.value = 2
    #expect(third.value == 2)
  }

  @Test func whatWasReadBeforeTheErrorCounts() throws {
    let graph = Graph([0, 1])
    let (a, b) = (graph(0), graph(1))
    let node = graph.failing {
      guard a.value > 0 else { throw Failure(0) }
      return b.value
    }
    #expect(throws: Failure.self) { try node.value }
    b.value = 2
    #expect(throws: Failure.self) { try node.value }
    #expect(node.runs == 1)
    a.value = 1
    #expect(try node.value == 2)
    b.value = 3
    #expect(try node.value == 3)
    #expect(node.runs == 3)
  }

  @Test func watchersAreToldOfErrorsAndOfRecovery() {
    let graph = Graph([1])
    let signal = graph.signal
    let node = graph.failing {
      guard signal.value > 0 else { throw Failure(signal.value) }
      return signal.value
    }
    let notes = Notes()
    let observation = node.derived.observeResult(at: .thisLine()) { outcome in
      switch outcome {
      case .success(let value): notes.add("\(value)")
      case .failure(let error): notes.add("\(error)")
      }
    }
    signal.value = 0
    signal.value = 0
    signal.value = -1
    signal.value = 2
    #expect(notes.all == ["Failure(number: 0)", "Failure(number: -1)", "2"])
    #expect(node.runs == 4)
    withExtendedLifetime(observation) {}
  }

  @Test func anErrorInOneBranchLeavesTheOtherAlone() throws {
    let graph = Graph([0, 1])
    let (a, b) = (graph(0), graph(1))
    let bad = graph.failing { throw Failure(a.value) }
    let good = graph.failing { b.value }
    #expect(throws: Failure(0)) { try bad.value }
    #expect(try good.value == 1)
    a.value = 5
    #expect(try good.value == 1)
    #expect(good.runs == 1)
  }

  @Test func errorsInABatchAreThoseOfItsEnd() throws {
    let graph = Graph([1])
    let signal = graph.signal
    let node = graph.failing {
      guard signal.value > 0 else { throw Failure(signal.value) }
      return signal.value
    }
    #expect(try node.value == 1)
    graph.batch {
      signal.value = 0
      #expect(throws: Failure(0)) { try node.value }
      signal.value = 3
    }
    #expect(try node.value == 3)
    #expect(node.runs == 3)
  }
}
