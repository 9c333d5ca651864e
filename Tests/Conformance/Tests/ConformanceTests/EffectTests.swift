import ReactiveGraphs
import StrataConcurrency
import StrataCore
import Testing

/// Closures that run again when what they have read has changed.
@Suite struct EffectTests {
  @Test func runsAtOnceAndAfterEachChange() {
    let graph = Graph([1])
    let (signal, notes) = (graph.signal, Notes())
    let effect = graph.effect { notes.add("\(signal.value)") }
    signal.value = 2
    signal.value = 2
    signal.value = 3
    #expect(notes.all == ["1", "2", "3"])
    #expect(effect.runs == 3)
  }

  @Test func ofADerivedValueRunsWhenThatDiffers() {
    let graph = Graph([1])
    let (signal, notes) = (graph.signal, Notes())
    let half = graph.computed { signal.value / 2 }
    let effect = graph.effect { notes.add("\(half.value)") }
    for value in 2...5 { signal.value = value }
    #expect(notes.all == ["0", "1", "2"])
    #expect(half.runs == 5)
    withExtendedLifetime(effect) {}
  }

  @Test func ofSeveralSourcesRunsOnceForABatch() {
    let graph = Graph([1, 2])
    let (a, b, notes) = (graph(0), graph(1), Notes())
    let sum = graph.computed { a.value + b.value }
    let effect = graph.effect { notes.add("\(a.value)+\(b.value)=\(sum.value)") }
    graph.batch {
      a.value = 3
      b.value = 4
    }
    #expect(notes.all == ["1+2=3", "3+4=7"])
    #expect([effect.runs, sum.runs] == [2, 2])
  }

  @Test func disposedOfRunsNoMore() {
    let graph = Graph([1])
    let (signal, notes) = (graph.signal, Notes())
    let node = graph.computed { signal.value }
    let effect = graph.effect { notes.add("\(node.value)") }
    effect.dispose()
    signal.value = 2
    #expect(notes.all == ["1"])
    #expect(node.runs == 1)
  }

  @Test func mayDisposeOfItself() {
    let graph = Graph([1])
    let signal = graph.signal
    let (notes, own) = (Notes(), EffectBox())
    own.set(
      graph.effect {
        notes.add("\(signal.value)")
        if signal.value == 2 { own.dispose() }
      }
    )
    for value in 2...5 { signal.value = value }
    #expect(notes.all == ["1", "2"])
  }

  @Test func mayDisposeOfAnotherThatWaitsForItsTurn() {
    let graph = Graph([1])
    let signal = graph.signal
    let (notes, other) = (Notes(), EffectBox())
    let first = graph.effect {
      notes.add("first \(signal.value)")
      if signal.value == 2 { other.dispose() }
    }
    other.set(graph.effect { notes.add("second \(signal.value)") })
    signal.value = 2
    #expect(notes.all == ["first 1", "second 1", "first 2"])
    withExtendedLifetime(first) {}
  }

  @Test func mayMakeAnother() {
    let graph = Graph([1])
    let signal = graph.signal
    let (notes, inner) = (Notes(), EffectBox())
    let outer = graph.effect {
      let number = signal.value
      inner.set(graph.effect { notes.add("inner \(number)/\(signal.value)") })
    }
    signal.value = 2
    signal.value = 3
    #expect(notes.all.filter { $0 == "inner 3/3" }.count == 1)
    #expect(notes.all.last == "inner 3/3")
    #expect(outer.runs == 3)
    inner.dispose()
    signal.value = 4
    #expect(notes.all.last == "inner 4/4")
  }

  @Test func theReadsOfAnInnerOneAreNotThoseOfTheOuter() {
    let graph = Graph([1, 1])
    let (a, b) = (graph(0), graph(1))
    let inner = EffectBox()
    let outer = graph.effect {
      _ = a.value
      inner.set(graph.effect { _ = b.value })
    }
    b.value = 2
    #expect(outer.runs == 1)
    a.value = 2
    #expect(outer.runs == 2)
  }

  @Test func thatWritesWhatItHasReadRunsUntilNothingDiffers() {
    let graph = Graph([0])
    let signal = graph.signal
    let effect = graph.effect { if signal.value < 5 { signal.value += 1 } }
    #expect(signal.value == 5)
    #expect(effect.runs == 6)
    signal.value = 3
    #expect(signal.value == 5)
  }

  @Test func mayWriteWhatADerivedValueReads() {
    let graph = Graph([1, 0])
    let (a, b) = (graph(0), graph(1))
    let sum = graph.computed { a.value + b.value }
    let values = graph.values(of: sum)
    let effect = graph.effect { b.value = a.value * 100 }
    a.value = 2
    #expect(sum.value == 202)
    #expect(values.all.last == 202)
    withExtendedLifetime(effect) {}
  }

  @Test func thatWriteEachOtherWithoutEndAreReportedAsACycle() {
    let graph = Graph([0, 0])
    let (a, b) = (graph(0), graph(1))
    let next = graph.computed { a.value + 1 }
    let found = reports {
      let slots = graph.context.layout
      let one = next.derived.observe(at: .thisLine()) { b.value = $0 }
      let two = graph.context.observe(slots.slot(1, as: Int.self), at: .thisLine()) { _ in
        a.value = b.value
      }
      a.value = 1
      withExtendedLifetime((one, two)) {}
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("A cycle of observers") == true)
  }

  @Test func runInTheOrderInWhichTheyWereMade() {
    let graph = Graph([1])
    let (signal, notes) = (graph.signal, Notes())
    let node = graph.computed { signal.value }
    let effects = (0..<5).map { number in
      graph.effect {
        _ = number % 2 == 0 ? node.value : signal.value
        notes.add("\(number)")
      }
    }
    _ = notes.take()
    signal.value = 2
    #expect(notes.all == ["0", "1", "2", "3", "4"])
    withExtendedLifetime(effects) {}
  }

  @Test func aReleasedOneLeavesNothing() {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    do {
      let effect = graph.effect { _ = node.value }
      #expect(effect.runs == 1)
    }
    graph.signal.value = 2
    #expect(node.runs == 1)
  }

  @Test(arguments: [1, 5, 50])
  func manyOnOneNodeRunItOnce(_ count: Int) {
    let graph = Graph([1])
    let node = graph.computed { [signal = graph.signal] in signal.value }
    let effects = (0..<count).map { _ in graph.effect { _ = node.value } }
    graph.signal.value = 2
    #expect(node.runs == 2)
    #expect(effects.allSatisfy { $0.runs == 2 })
  }
}

/// An effect that closures refer to before it is there.
final class EffectBox: Sendable {
  private let state = Locked<Effect?>(nil, rank: .leaf)

  /// Stores an effect and disposes of the previous one.
  func set(_ effect: Effect) {
    let former = state.withLock { state in
      defer { state = effect }
      return state
    }
    former?.dispose()
  }

  func dispose() { state.withLock { $0 }?.dispose() }
}
