import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// Each reader sees values that belong together.
@Suite struct GlitchTests {
  @Test func bothSidesOfADiamondAgree() {
    let graph = Graph([1])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let triple = graph.computed { signal.value * 3 }
    let notes = Notes()
    let sum = graph.computed {
      if double.value * 3 != triple.value * 2 { notes.add("torn") }
      return double.value + triple.value
    }
    let values = graph.values(of: sum)
    for value in 2...5 { signal.value = value }
    #expect(values.all == [5, 10, 15, 20, 25])
    #expect(notes.all == [])
    #expect(sum.runs == 5)
  }

  @Test func aJaggedDiamondRunsItsEndOnce() {
    let graph = Graph([1])
    let signal = graph.signal
    let short = graph.computed { signal.value }
    let long1 = graph.computed { signal.value }
    let long2 = graph.computed { long1.value }
    let long3 = graph.computed { long2.value }
    let end = graph.computed { short.value * 100 + long3.value }
    let values = graph.values(of: end)
    signal.value = 2
    #expect(values.all == [101, 202])
    #expect([short.runs, long1.runs, long2.runs, long3.runs, end.runs] == [2, 2, 2, 2, 2])
  }

  @Test func aSourceAndWhatIsDerivedFromItAgreeInAnObserver() {
    let graph = Graph([1])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let notes = Notes()
    let effect = graph.effect { notes.add("\(signal.value) \(double.value)") }
    signal.value = 2
    signal.value = 3
    #expect(notes.all == ["1 2", "2 4", "3 6"])
    #expect(effect.runs == 3)
  }

  @Test func theyAgreeWhicheverIsReadFirst() {
    let graph = Graph([1])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let notes = Notes()
    let effect = graph.effect { notes.add("\(double.value) \(signal.value)") }
    signal.value = 2
    #expect(notes.all == ["2 1", "4 2"])
    withExtendedLifetime(effect) {}
  }

  @Test func anObserverOfASlotMadeEarlierSeesTheNewDerivedValue() {
    let graph = Graph([1])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let notes = Notes()
    let slot = graph.context.layout.slot(0, as: Int.self)
    let observation = graph.context.observe(slot, at: .thisLine()) { _ in
      notes.add("slot \(double.value)")
    }
    let values = graph.values(of: double)
    signal.value = 2
    #expect(notes.all == ["slot 4"])
    #expect(values.all == [2, 4])
    #expect(double.runs == 2)
    withExtendedLifetime(observation) {}
  }

  @Test func observersRunInTheOrderInWhichTheyWereMade() {
    let graph = Graph([1])
    let signal = graph.signal
    let double = graph.computed { signal.value * 2 }
    let notes = Notes()
    let slot = graph.context.layout.slot(0, as: Int.self)
    let first = double.derived.observe(at: .thisLine()) { notes.add("derived \($0)") }
    let second = graph.context.observe(slot, at: .thisLine()) { _ in notes.add("slot") }
    let third = double.derived.observe(at: .thisLine()) { notes.add("derived again \($0)") }
    signal.value = 2
    #expect(notes.all == ["derived 4", "slot", "derived again 4"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test(arguments: [1, 2, 3, 8])
  func derivedValuesOfSeveralLevelsAgree(_ levels: Int) {
    let graph = Graph([0])
    let signal = graph.signal
    var nodes = [graph.computed { signal.value }]
    for _ in 0..<levels {
      nodes.append(graph.computed { [last = nodes[nodes.count - 1]] in last.value + signal.value })
    }
    let notes = Notes()
    let effect = graph.effect { [nodes] in
      for (level, node) in nodes.enumerated() where node.value != signal.value * (level + 1) {
        notes.add("torn")
      }
    }
    for value in 1...5 { signal.value = value }
    #expect(notes.all == [])
    #expect(effect.runs == 6)
    #expect(nodes.allSatisfy { $0.runs == 6 })
  }

  @Test func anObserverThatWritesMakesARoundOfItsOwn() {
    let graph = Graph([1, 0])
    let (a, b) = (graph(0), graph(1))
    let sum = graph.computed { a.value + b.value }
    let values = graph.values(of: sum)
    let effect = graph.effect { b.value = a.value * 10 }
    #expect(values.all == [1, 11])
    a.value = 2
    #expect(values.all == [1, 11, 12, 22])
    #expect(sum.runs == 4)
    withExtendedLifetime(effect) {}
  }
}
