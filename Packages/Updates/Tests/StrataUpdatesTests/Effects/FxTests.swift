import StrataConcurrency
import StrataUpdates
import Testing

/// Effects by themselves, iterated without a store.
@Suite struct FxTests {
  private func elements(_ fx: Fx<Int>) async throws -> [Int] {
    try await withSimulation(seed: 1) { _ in
      var elements: [Int] = []
      for await element in fx { elements.append(element) }
      return elements
    }
    .value
  }

  @Test func emptyEffectsEndAtOnce() async throws {
    #expect(try await elements(.empty) == [])
    #expect(Fx<Int>.empty.isEmpty)
    #expect(Fx<Int>.just(contentsOf: []).isEmpty)
    #expect(Fx<Int>.merge(.empty, .empty).isEmpty)
    #expect(Fx<Int>.empty.map { $0 }.delay(for: .seconds(1)).isEmpty)
  }

  @Test func justGivesItsActions() async throws {
    #expect(try await elements(.just(1)) == [1])
    #expect(try await elements(.just(3, 2, 1)) == [3, 2, 1])
  }

  @Test func futureGivesOneAction() async throws {
    #expect(try await elements(.future { 7 }) == [7])
  }

  @Test func whatAFutureThrowsBecomesAnAction() async throws {
    struct Failure: Error {}
    let fx = Fx<Int>.future({ throw Failure() }, catch: { $0 is Failure ? -1 : -2 })
    #expect(try await elements(fx) == [-1])
    #expect(try await elements(.future({ 3 }, catch: { _ in -1 })) == [3])
  }

  @Test func mergedEffectsAllRun() async throws {
    let fx = Fx.merge(
      .just(1).delay(for: .seconds(3)),
      .just(2).delay(for: .seconds(1)),
      .merge(.just(3), .just(4).delay(for: .seconds(2)))
    )
    #expect(try await elements(fx) == [3, 2, 4, 1])
  }

  @Test func mappedEffectsGiveOtherActions() async throws {
    let fx = Fx.merge(.just(1), .future { 2 }, .just(3).delay(for: .seconds(1)))
      .cancellable(id: 1).throttle(id: 2, for: .seconds(1))
    let texts = try await withSimulation(seed: 1) { _ in
      var texts: [String] = []
      for await text in fx.map({ "<\($0)>" }) { texts.append(text) }
      return texts
    }
    #expect(texts.value.sorted() == ["<1>", "<2>", "<3>"])
  }

  @Test func anyAsynchronousSequenceIsAnEffect() async throws {
    let stream = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(try await elements(Fx(stream)) == [1, 2, 3])
  }

  @Test func endingTheLoopCancelsTheEffects() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let ended = Recorded<Bool>()
      let fx = Fx<Int>.run { send in
        send(1)
        await Gate().wait()
        ended.append(Task.isCancelled)
      }
      for await _ in fx { break }
      await simulation.waitUntilIdle()
      return ended.elements
    }
    #expect(run.value == [true])
  }

  /// An effect may pass its closure for sending on to an object that outlives it.
  @Test func theLoopEndsWithTheEffectsAlsoIfOneLetsItsSenderEscape() async throws {
    let escaped = Recorded<FxSend<Int>>()
    let fx = Fx<Int>.run { send in
      escaped.append(send)
      send(1)
    }
    #expect(try await elements(fx) == [1])
    escaped.elements.first?(2)
  }

  @Test func fireAndForgetGivesNothing() async throws {
    let done = Recorded<Bool>()
    #expect(try await elements(.fireAndForget { done.append(true) }) == [])
    #expect(done.count == 1)
  }

  @Test func futuresBridgeAsyncFunctions() async throws {
    struct Failure: Error {}
    #expect(try await elements(Future { 1 }.fx) == [1])
    #expect(try await elements(Future(priority: .low) { 2 }.map { $0 * 2 }.fx) == [4])
    #expect(try await elements(Future.detached { 3 }.fx) == [3])
    let failing: @Sendable () async throws -> Int = { throw Failure() }
    #expect(try await elements(Future(failing).fx(catch: { _ in -1 })) == [-1])
    #expect(try await elements(Future.detached(failing).fx(catch: { _ in -2 })) == [-2])
    let succeeding: @Sendable () async throws -> Int = { 5 }
    #expect(try await elements(Future(succeeding).fx(catch: { _ in -1 })) == [5])
  }

  @Test(arguments: [false, true])
  func cancellingCancelsADetachedFuture(canThrow: Bool) async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let ended = Recorded<Bool>()
      let store = makeStore()
      let wait: @Sendable () async -> CounterAction = {
        await Gate().wait()
        ended.append(Task.isCancelled)
        return .increment
      }
      let fx =
        canThrow
        ? Future<CounterAction, any Error>.detached { await wait() }.fx(catch: { _ in .touch })
        : Future<CounterAction, Never>.detached(wait).fx
      store.subscribe(to: fx.cancellable(id: 1))
      await simulation.waitUntilIdle()
      store.subscribe(to: .cancel(id: 1))
      await simulation.waitUntilIdle()
      return (ended.elements, store.state.count)
    }
    #expect(run.value == ([true], 0))
  }
}
