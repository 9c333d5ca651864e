import StrataConcurrency
import StrataRendering
import StrataSources
import Testing

/// Sources, and those that follow them.
struct SourceTests {
  @Test func aPlaceholderIsAlwaysTheSame() {
    let source = Source(wrappedValue: 5)
    #expect(source.model == 5)
  }

  @Test func theFirstModelIsMadeOnceAndWhenItIsNeeded() {
    let numbers = NumberSource()
    #expect(numbers.beginnings == 0)
    let source = numbers.eraseToSource()
    _ = source.model
    _ = source.model
    #expect(numbers.beginnings == 1)
  }

  @Test func aSubscriberIsCalledWithTheModelAndThenWithEach() {
    let numbers = NumberSource()
    let diary = Diary<Int>()
    numbers.eraseToSource().subscribe(diary, method: Diary.write)
    numbers.set(1)
    numbers.set(2)
    #expect(diary.entries == [0, 1, 2])
  }

  @Test func equalModelsAreToldUnlessFiltered() {
    let numbers = NumberSource()
    let source = numbers.eraseToSource()
    let all = Diary<Int>()
    let some = Diary<Int>()
    let filtered = source.filteringDuplicates()
    source.subscribe(all, method: Diary.write)
    filtered.subscribe(some, method: Diary.write)
    for number in [0, 1, 1, 2] { numbers.set(number) }
    #expect(all.entries == [0, 0, 1, 1, 2])
    #expect(some.entries == [0, 1, 2])
  }

  @Test func withoutTheFirstModel() {
    let numbers = NumberSource()
    let diary = Diary<Int>()
    numbers.eraseToSource().subscribe(diary, method: Diary.write, sendInitialModel: false)
    numbers.set(3)
    #expect(diary.entries == [3])
  }

  @Test func withoutTheFirstModelThroughAChain() {
    let numbers = NumberSource()
    let doubled = numbers.eraseToSource().map { $0 * 2 }.map { $0 + 1 }
    let diary = Diary<Int>()
    doubled.subscribe(diary, method: Diary.write, sendInitialModel: false)
    numbers.set(3)
    #expect(diary.entries == [7])
  }

  @Test func aSubscriberThatGoesIsForgotten() {
    let numbers = NumberSource()
    let source = numbers.eraseToSource()
    weak var gone: Diary<Int>?
    do {
      let diary = Diary<Int>()
      gone = diary
      source.subscribe(diary, method: Diary.write)
    }
    #expect(gone == nil)
    numbers.set(1)
  }

  @Test func unsubscribingEndsAllMethods() {
    let numbers = NumberSource()
    let source = numbers.eraseToSource()
    let diary = Diary<Int>()
    source.subscribe(diary, method: Diary.write)
    source.subscribe(diary, method: Diary.mark)
    source.unsubscribe(diary)
    numbers.set(1)
    #expect(diary.entries == [0])
    #expect(diary.marks == 1)
  }

  @Test func twoMethodsOfOneSubscriberAreBothCalled() {
    let numbers = NumberSource()
    let diary = Diary<Int>()
    numbers.eraseToSource().subscribe(diary, method: Diary.write)
    numbers.eraseToSource().subscribe(diary, method: Diary.mark)
    numbers.set(1)
    #expect(diary.entries == [0, 1])
    #expect(diary.marks == 2)
  }

  @Test func anErasedSourceKeepsItsImplementation() {
    weak var gone: NumberSource?
    var source: Source<Int>?
    do {
      let numbers = NumberSource()
      gone = numbers
      source = numbers.eraseToSource()
    }
    #expect(source?.model == 0)
    #expect(gone != nil)
    source = nil
    #expect(gone == nil)
  }

  @Test func aSubscriberThatSetsTheSourceIsCalledAgain() {
    // SAFETY: one thread at a time uses it.
    final class Limit: @unchecked Sendable {
      let numbers: NumberSource
      var seen: [Int] = []
      init(_ numbers: NumberSource) { self.numbers = numbers }
      func check(_ number: Int) {
        seen.append(number)
        if number > 10 { numbers.set(10) }
      }
    }
    let numbers = NumberSource()
    let limit = Limit(numbers)
    numbers.eraseToSource().subscribe(limit, method: Limit.check)
    numbers.set(15)
    #expect(limit.seen == [0, 15, 10])
    #expect(numbers.model == 10)
  }

  @Test func fourThreadsLoseNothing() async {
    let numbers = NumberSource()
    let diary = Diary<Int>()
    numbers.eraseToSource().subscribe(diary, method: Diary.write)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<250 { numbers.add(1) } } }
    }
    #expect(numbers.model == 1000)
    #expect(diary.entries == Array(0...1000))
  }

  @Test func valuesBeginWithTheCurrentModel() async {
    let numbers = NumberSource()
    numbers.set(4)
    var iterator = numbers.eraseToSource().values.makeAsyncIterator()
    #expect(await iterator.next() == 4)
    numbers.set(5)
    #expect(await iterator.next() == 5)
  }

  @Test func aSequenceBecomesASource() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let source = stream.eraseToSource(initialValue: 9)
      #expect(source.model == 9)
      continuation.yield(1)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model == 1)
    }
  }

  @Test func classesAreRenderedForEachModel() {
    final class Line: Renderer {
      @Source var model: Int
      var shown: [Int] = []
      init(source: Source<Int>) { _model = source }
      func render() { shown.append(model) }
    }
    let numbers = NumberSource()
    let line = Line(source: numbers.eraseToSource())
    RenderDelivery.with(.immediate) { line.render() }
    numbers.set(1)
    numbers.set(2)
    #expect(line.shown == [0, 1, 2])
  }

  @Test func viewsAreEvaluatedWhenTheirModelChanges() {
    struct Line: View, Renderer {
      @Source var model: Int
      init(source: Source<Int>) { _model = source }
      var body: some View { Text("count: \(model)") }
    }
    let numbers = NumberSource()
    let line = Line(source: numbers.eraseToSource())
    let probe = RenderProbe { line.lines.joined() }
    #expect(probe.output == "count: 0")
    numbers.set(7)
    #expect(probe.output == "count: 7")
  }
}
