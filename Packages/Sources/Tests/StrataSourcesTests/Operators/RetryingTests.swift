import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite struct RetryingTests {
  typealias Stub = FetchStub<Int>

  /// Runs a retrying source on virtual time.
  func run(
    _ answers: [Result<Int, StubError>],
    _ strategy: RetryStrategy,
    _ forwarding: RetryErrorForwarding = .failedAttempts(3),
    for duration: Duration,
    then: @escaping @Sendable (Source<Fetchable<Int>>) async throws -> Void = { _ in }
  ) async throws -> (words: [String], requests: Int) {
    try await withSimulation(seed: 1) { simulation in
      let stub = Stub(answers)
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let source = stub.eraseToSource()
        .retrying(strategy, forwardErrorAfter: forwarding, time: time)
      let words = Recorder(source.map(\.word))
      try await simulation.clock.sleep(for: duration)
      try await then(source)
      return (words.models, stub.requests)
    }.value
  }

  let bad = Result<Int, StubError>.failure(StubError("bad"))

  @Test func aLastFailureThatIsShownAtOnceIsNotShownAgainLater() async throws {
    let result = try await run(
      [bad],
      .everyIntervalWithMaximum(5, 0),
      .timeInterval(4.5),
      for: .seconds(60)
    )
    #expect(result.words.filter { $0 != "fetching" } == ["failure bad 1"])
  }

  @Test func failuresStayHiddenUntilSoManyAttemptsAndItIsTriedOn() async throws {
    let result = try await run(
      [bad, bad, bad, bad, .success(7)],
      .everyIntervalWithoutMaximum(retryInterval: 1),
      for: .seconds(10)
    )
    #expect(result.requests == 5)
    #expect(
      result.words.filter { $0 != "fetching" } == ["failure bad 3", "failure bad 4", "fetched 7"]
    )
    #expect(result.words.prefix { $0 == "fetching" }.count >= 1)
  }

  @Test func givesUpAtTheMaximumAndShowsWhy() async throws {
    let result = try await run(
      Array(repeating: bad, count: 9),
      .everyIntervalWithMaximum(1, 2),
      .failedAttempts(100),
      for: .seconds(20)
    )
    #expect(result.requests == 3)
    #expect(result.words.last == "failure bad 3")
  }

  @Test func immediateForwardingStillRetries() async throws {
    let result = try await run(
      [bad, .success(1)],
      .everyIntervalWithoutMaximum(1),
      .immediately,
      for: .seconds(3)
    )
    #expect(result.words == ["failure bad 1", "fetched 1"])
  }

  @Test func neverForwardingStaysFetching() async throws {
    let result = try await run(
      [bad, bad, bad, .success(1)],
      .everyIntervalWithoutMaximum(1),
      .never,
      for: .seconds(2.5)
    )
    #expect(Set(result.words) == ["fetching"])
    #expect(result.requests == 3)
  }

  @Test func forwardsAfterAnInterval() async throws {
    let result = try await run(
      Array(repeating: bad, count: 9),
      .everyIntervalWithoutMaximum(1),
      .timeInterval(2.5),
      for: .seconds(2.7)
    )
    #expect(result.words.filter { $0 != "fetching" } == ["failure bad 3"])
  }

  @Test func theFailuresAfterAnIntervalAreShownAsTheyCome() async throws {
    let result = try await run(
      [bad, bad, bad, bad, bad, .success(1)],
      .everyIntervalWithoutMaximum(1),
      .timeInterval(2.5),
      for: .seconds(9)
    )
    #expect(
      result.words.drop { $0 == "fetching" } == [
        "failure bad 3", "failure bad 4", "failure bad 5", "fetched 1",
      ]
    )
  }

  @Test func backoffDoubles() async throws {
    for (duration, requests) in [(0.5, 1), (1.5, 2), (3.5, 3), (7.5, 4), (15.5, 5)] {
      let result = try await run(
        Array(repeating: bad, count: 9),
        .withExponentialBackoff,
        for: .seconds(duration)
      )
      #expect(result.requests == requests)
    }
  }

  @Test func retryByHandBeginsAnew() async throws {
    let result = try await run(
      [bad, bad, bad, .success(2)],
      .everyIntervalWithMaximum(1, 1),
      .failedAttempts(9),
      for: .seconds(5),
      then: { source in
        let retry = source.model.failure?.retry
        retry?()
        #expect(retry?.isAvailable == false)
      }
    )
    #expect(result.words.first == "fetching")
    #expect(result.words.contains("failure bad 2"))
    #expect(result.requests == 3)
  }

  @Test func retryByHandIsTriedAgainAsOftenAsTheFirstAttempt() async throws {
    let result = try await run(
      [bad, bad, bad, .success(2)],
      .everyIntervalWithMaximum(1, 1),
      .failedAttempts(9),
      for: .seconds(5),
      then: { source in
        source.model.failure?.retry?()
        try await Task.sleep(for: .seconds(5))
      }
    )
    #expect(result.words.filter { $0 != "fetching" } == ["failure bad 2", "fetched 2"])
    #expect(result.requests == 4)
  }

  @Test func aRefreshOfAValueIsTriedAgainThoughTheOneBeforeWasGivenUp() async throws {
    let result = try await run(
      [.success(1), bad, bad, bad, .success(2)],
      .everyIntervalWithMaximum(1, 1),
      .never,
      for: .zero,
      then: { source in
        for _ in 0..<2 {
          source.model.fetched?.refresh?()
          try await Task.sleep(for: .seconds(5))
        }
      }
    )
    #expect(result.words == ["fetched 1", "fetched 2"])
    #expect(result.requests == 5)
  }

  @Test func nothingWaitsAfterASuccess() async throws {
    let counts = try await withSimulation(seed: 1) { simulation in
      let (stub, clock) = (Stub([.failure(StubError("bad"))]), TestClock())
      let source = stub.eraseToSource().retrying(
        .everyIntervalWithoutMaximum(1),
        forwardErrorAfter: .timeInterval(5),
        time: SourceTime(clock: clock, now: { .distantPast })
      )
      _ = source.model
      await simulation.waitUntilIdle()
      let before = clock.sleeperCount
      stub.answer(.success(1))
      await simulation.waitUntilIdle()
      return withExtendedLifetime(source) { [before, clock.sleeperCount] }
    }.value
    #expect(counts == [2, 0])
  }

  @Test func countersBeginAnewAfterASuccess() async throws {
    let result = try await run(
      [bad, bad, .success(1), bad, bad, .success(2)],
      .everyIntervalWithoutMaximum(1),
      .failedAttempts(3),
      for: .seconds(5),
      then: { $0.model.fetched?.refresh?() }
    )
    #expect(!result.words.contains { $0.hasPrefix("failure") })
  }

  @Test func aFailureThatASuccessFollowsIsNotShownLater() async throws {
    let result = try await run(
      [bad, .success(1)],
      .everyIntervalWithoutMaximum(1),
      .timeInterval(2.5),
      for: .seconds(5)
    )
    #expect(result.words.filter { $0 != "fetching" } == ["fetched 1"])
  }

  @Test func aValueThatIsShownAfterAFailedRefreshCanBeRefreshedAgain() async throws {
    let words = try await withSimulation(seed: 1) { simulation in
      let stub = Stub([.success(1), bad, bad, bad, .success(2)])
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let source = stub.eraseToSource()
        .retrying(.everyIntervalWithMaximum(1, 1), forwardErrorAfter: .never, time: time)
      let recorder = Recorder(source.map(\.word))
      source.model.fetched?.refresh?()
      // Tried once more and given up, which is not shown; then once while it is to be tried again.
      try await simulation.clock.sleep(for: .seconds(5))
      source.model.fetched?.refresh?()
      source.model.fetched?.refresh?()
      try await simulation.clock.sleep(for: .seconds(5))
      return recorder.models + ["\(stub.requests)"]
    }.value
    #expect(words == ["fetched 1", "fetched 2", "5"])
  }

  @Test func aSourceThatHasFailedAlreadyIsRetried() async throws {
    let words = try await withSimulation(seed: 2) { simulation in
      let stub = Stub([.failure(StubError("early")), .success(3)])
      _ = stub.model
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let recorder = Recorder(stub.eraseToSource().retrying(time: time).map(\.word))
      try await simulation.clock.sleep(for: .seconds(2))
      return recorder.models
    }.value
    #expect(words.first == "fetching")
    #expect(words.last == "fetched 3")
  }

  @Test func defaultTimeIsTheScopesTime() async throws {
    let requests = try await withSimulation(seed: 1) { simulation in
      let stub = Stub([.failure(StubError("x")), .success(1)])
      let time = SourceTime(clock: simulation.clock, start: .distantPast)
      let source = SourceTime.with(time) { stub.eraseToSource().retrying() }
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(2))
      return stub.requests
    }.value
    #expect(requests == 2)
  }

  @Test func pollingFetchesAgainAfterEachFetch() async throws {
    let result = try await withSimulation(seed: 1) { simulation in
      let stub = Stub((1...9).map { .success($0) })
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let recorder = Recorder(stub.eraseToSource().refreshing(every: 10, time: time).map(\.word))
      try await simulation.clock.sleep(for: .seconds(35))
      return recorder.models
    }.value
    #expect(result == ["fetched 1", "fetched 2", "fetched 3", "fetched 4"])
  }

  @Test func fetchBeginsAfterItsDelay() async throws {
    let result = try await withSimulation(seed: 1) { simulation in
      let stub = Stub([.success(1)])
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let source = stub.eraseToSource().fetchAfterDelay(of: 5, time: time)
      let recorder = Recorder(source.map(\.word))
      try await simulation.clock.sleep(for: .seconds(4))
      let before = stub.requests
      try await simulation.clock.sleep(for: .seconds(2))
      return (before, recorder.models)
    }.value
    #expect(result.0 == 0)
    #expect(result.1 == ["fetching", "fetched 1"])
  }
}
