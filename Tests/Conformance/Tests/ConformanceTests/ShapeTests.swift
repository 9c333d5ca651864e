import ReactiveGraphs
import Testing

/// The graphs that benchmarks of reactive libraries have in common, each asked the same questions.
@Suite struct ShapeTests {
  /// Makes a shape anew for each case.
  struct Maker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Shape

    init(_ make: @escaping @Sendable () -> Shape) {
      self.make = make
      testDescription = make().name
    }
  }

  static let all = [
    Maker { .chain(1) }, Maker { .chain(2) }, Maker { .chain(10) }, Maker { .chain(50) },
    Maker { .broad(1) }, Maker { .broad(5) }, Maker { .broad(50) },
    Maker { .diamond(1) }, Maker { .diamond(2) }, Maker { .diamond(5) }, Maker { .diamond(40) },
    Maker { .triangle(2) }, Maker { .triangle(10) },
    Maker { .ladder(1) }, Maker { .ladder(4) }, Maker { .ladder(30) },
    Maker { .mux(1) }, Maker { .mux(10) }, Maker { .mux(100) },
    Maker { .repeated(1) }, Maker { .repeated(30) },
    Maker { .unstable(1) }, Maker { .unstable(20) },
    Maker { .layers(1) }, Maker { .layers(10) }, Maker { .layers(50) },
  ]

  @Test(arguments: all)
  func nothingRunsBeforeItIsReadAndThenEachNodeAtMostOnce(_ maker: Maker) {
    let shape = maker.make()
    #expect(shape.takeRuns() == 0)
    #expect(shape.outputs.map(\.value) == shape.expectedNow)
    #expect(shape.nodes.allSatisfy { $0.runs <= 1 })
    _ = shape.takeRuns()
    #expect(shape.outputs.map(\.value) == shape.expectedNow)
    #expect(shape.takeRuns() == 0)
  }

  @Test(arguments: all)
  func aChangeRunsEachNodeAtMostOnceHoweverManyWritesMadeIt(_ maker: Maker) {
    let shape = maker.make()
    _ = shape.outputs.map(\.value)
    for step in 1...3 {
      _ = shape.takeRuns()
      for signal in shape.graph.signals {
        signal.value += 1
        signal.value += step
      }
      #expect(shape.takeRuns() == 0)
      #expect(shape.outputs.map(\.value) == shape.expectedNow)
      #expect(shape.nodes.allSatisfy { $0.runs <= 1 })
    }
  }

  @Test(arguments: all)
  func equalWritesRunNothing(_ maker: Maker) {
    let shape = maker.make()
    _ = shape.outputs.map(\.value)
    _ = shape.takeRuns()
    for signal in shape.graph.signals {
      let value = signal.value
      signal.value = value
      signal.value += 0
    }
    shape.graph.batch {
      for signal in shape.graph.signals {
        signal.value += 1
        signal.value -= 1
      }
    }
    #expect(shape.outputs.map(\.value) == shape.expectedNow)
    #expect(shape.takeRuns() == 0)
  }

  @Test(arguments: all)
  func watchedNodesRunOncePerCommitAndAreToldOfWhatDiffers(_ maker: Maker) {
    let shape = maker.make()
    let values = shape.outputs.map { shape.graph.values(of: $0) }
    _ = shape.takeRuns()
    var expected = shape.expectedNow.map { [$0] }
    for step in 1...3 {
      shape.graph.batch { for signal in shape.graph.signals { signal.value += step } }
      #expect(shape.nodes.allSatisfy { $0.runs <= 1 })
      _ = shape.takeRuns()
      for (index, value) in shape.expectedNow.enumerated() where expected[index].last != value {
        expected[index].append(value)
      }
    }
    #expect(values.map(\.all) == expected)
  }

  @Test(arguments: all)
  func batchedAndSingleWritesEndTheSame(_ maker: Maker) {
    let (batched, single) = (maker.make(), maker.make())
    _ = (batched.outputs.map(\.value), single.outputs.map(\.value))
    batched.graph.batch {
      for (index, signal) in batched.graph.signals.enumerated() { signal.value = index * 3 }
    }
    for (index, signal) in single.graph.signals.enumerated() { signal.value = index * 3 }
    #expect(batched.outputs.map(\.value) == single.outputs.map(\.value))
    #expect(batched.outputs.map(\.value) == batched.expectedNow)
  }

  @Test(arguments: [1, 2, 7, 20])
  func ofManySourcesOnlyWhatReadsTheChangedOneRuns(_ index: Int) {
    let shape = Shape.mux(21)
    _ = shape.outputs.map(\.value)
    _ = shape.takeRuns()
    shape.graph(index).value = 5
    #expect(shape.outputs.map(\.value) == shape.expectedNow)
    #expect(shape.nodes.enumerated().filter { $1.runs > 0 }.map(\.offset) == [0, index + 1])
  }

  @Test func aSourceThatIsReadManyTimesIsOneSource() {
    let shape = Shape.repeated(30)
    #expect(shape.outputs[0].value == 0)
    shape.graph.signal.value = 1
    #expect(shape.outputs[0].value == 30)
    #expect(shape.nodes[0].runs == 2)
  }

  @Test func changesThatComeToNothingStopWhereTheyDo() {
    let graph = Graph([0])
    let signal = graph.signal
    let one = graph.computed { signal.value }
    let two = graph.computed {
      _ = one.value
      return 0
    }
    let three = graph.computed { two.value + 1 }
    let four = graph.computed { three.value + 2 }
    #expect(four.value == 3)
    for value in 1...10 {
      signal.value = value
      #expect(four.value == 3)
    }
    #expect([one.runs, two.runs, three.runs, four.runs] == [11, 11, 1, 1])
  }
}
