import StrataConcurrency
import StrataSources
import Testing

@Suite struct SourceValuesTests {
  @Test func loopGetsTheCurrentModelThenEachThatFollows() async throws {
    let seen = try await withSimulation(seed: 4) { _ in
      let plain = Plain(1)
      let others = Recorder(plain.eraseToSource())
      let loop = Task {
        var seen: [Int] = []
        for await value in plain.eraseToSource().eraseToAnyPublisher() {
          seen.append(value)
          if value == 4 { break }
        }
        return seen
      }
      var iterator = plain.eraseToSource().values.makeAsyncIterator()
      plain.model = 2
      plain.model = 3
      plain.model = 4
      var here: [Int] = []
      while here.last != 4, let value = await iterator.next() { here.append(value) }
      let there = await loop.value
      return (here, there, others.models)
    }.value
    #expect(seen.0 == [1, 2, 3, 4])
    #expect(seen.1.last == 4)
    #expect(seen.1 == Array((seen.1.first ?? 0)...4))
    // A new follower is no update for the others.
    #expect(seen.2 == [1, 2, 3, 4])
  }

  @Test func sequenceFeedsASourceFromItsInitialValueOn() async throws {
    let models = try await withSimulation(seed: 2) { simulation in
      let numbers = AsyncStream<Int> { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      let recorder = Recorder(numbers.eraseToSource(initialValue: 0))
      try await simulation.clock.sleep(for: .seconds(1))
      return recorder.models
    }.value
    #expect(models == [0, 1, 2, 3])
  }

  @Test func failingSequenceLeavesItsLastElement() async throws {
    let model = try await withSimulation(seed: 2) { simulation in
      let numbers = AsyncThrowingStream<Int, any Error> { continuation in
        continuation.yield(5)
        continuation.finish(throwing: StubError("over"))
      }
      let source = numbers.eraseToSource(initialValue: 0)
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(1))
      return source.model
    }.value
    #expect(model == 5)
  }

  @Test func sourceIsFedByTasksActorsAndThreads() async throws {
    let model = try await withSimulation(seed: 9) { _ in
      let plain = Plain(0)
      await withTaskGroup { group in
        for _ in 0..<10 { group.addTask { plain.model += 1 } }
      }
      await MainActor.run { plain.model += 1 }
      return plain.model
    }.value
    #expect(model == 11)
  }
}

@Suite struct LatestValuesTests {
  @Test func lastWhenTheSourceLooksForSubscribersThatHaveGone() async {
    let plain = Plain(1)
    let source = plain.eraseToSource()
    var latest = source.latestValues.makeAsyncIterator()
    #expect(await latest.next() == 1)
    for _ in 0..<100 { source.subscribe(Recorder<Int>(), method: Recorder.take) }
    #expect(source.subscriptionCount < 50)
    plain.model = 2
    source.subscribe(Recorder<Int>(), method: Recorder.take)
    #expect(await latest.next() == 2)
  }

  @Test func beginWhenTheyAreAskedForAndLoseNothingBeforeTheLoop() async {
    let plain = Plain(1)
    var current = plain.eraseToSource().latestValues.makeAsyncIterator()
    #expect(await current.next() == 1)
    let later = plain.eraseToSource().latestValues
    plain.model = 2
    var models = later.makeAsyncIterator()
    #expect(await models.next() == 2)
    plain.model = 3
    #expect(await models.next() == 3)
  }

  @Test func skipWhatIsNoLongerTheLatest() async {
    let plain = Plain(1)
    var models = plain.eraseToSource().latestValues.makeAsyncIterator()
    for number in 2...9 { plain.model = number }
    #expect(await models.next() == 9)
  }

  @Test func endWithTheSourceAfterTheLastModel() async {
    weak var gone: Plain<Int>?
    let models: MulticastSequence<Int>
    do {
      let plain = Plain(1)
      gone = plain
      models = plain.eraseToSource().latestValues
      plain.model = 2
    }
    #expect(gone == nil)
    var seen: [Int] = []
    for await model in models { seen.append(model) }
    #expect(seen == [2])
  }

  @Test func subscriptionEndsWithItsLoop() async {
    let plain = Plain(1)
    let source = plain.eraseToSource()
    for await model in source.latestValues {
      #expect(model == 1)
      #expect(source.subscriptionCount == 1)
      break
    }
    #expect(source.subscriptionCount == 0)
    plain.model = 2
  }
}
