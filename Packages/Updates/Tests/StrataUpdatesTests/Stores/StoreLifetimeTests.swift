import StrataConcurrency
import StrataUpdates
import Synchronization
import Testing

/// Counts the live objects that retain it.
private final class Census: Sendable {
  let count = Atomic<Int>(0)

  final class Member: Sendable {
    private let census: Census

    init(_ census: Census) {
      self.census = census
      census.count.add(1, ordering: .relaxed)
    }

    deinit { census.count.subtract(1, ordering: .relaxed) }
  }

  var alive: Int { count.load(ordering: .relaxed) }
}

private struct Kept: Equatable, Sendable {
  var member: Census.Member
  var number = 0

  static func == (a: Kept, b: Kept) -> Bool { a.number == b.number }
}

@Suite struct StoreLifetimeTests {
  @Test func nothingIsAliveAfterTheRelease() async throws {
    let census = Census()
    _ = try await withSimulation(seed: 1) { simulation in
      var store: Store<Kept, Int, Census.Member>? = Store(
        update: { state, action, environment in
          let next = Kept(member: environment, number: state.number + action)
          return Update(
            state: next,
            fx: .merge(
              .run { [environment] _ in
                await Gate().wait()
                withExtendedLifetime(environment) {}
              },
              .just(0).delay(for: .seconds(1_000)),
              .run { _ in withExtendedLifetime(environment) {} }
                .throttle(id: "t", for: .seconds(1_000))
            )
          )
        },
        state: Kept(member: Census.Member(census)),
        environment: Census.Member(census)
      )
      weak let watched = store
      var recorder = store.map { StoreRecorder($0) }
      var token = store?.observe { [member = Census.Member(census)] _ in
        withExtendedLifetime(member) {}
      }
      var states = store?.states
      var child = store?.viewStore(get: { $0.number }, tag: { (action: Int) in action })
      store?.send(1)
      store?.send(2)
      await simulation.waitUntilIdle()
      #expect(census.alive > 0)
      #expect(child?.state == 3)
      #expect(recorder?.recording.entries.count == 2)
      #expect(token != nil && states != nil)
      (recorder, token, states, child) = (nil, nil, nil, nil)
      store = nil
      await simulation.waitUntilIdle()
      #expect(watched == nil)
      #expect(census.alive == 0)
    }
  }

  @Test func effectsDoNotHoldTheStore() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let gate = Gate()
      let ended = Recorded<Bool>()
      weak var released: CounterStore?
      do {
        let store = makeStore { action in
          action == .increment
            ? .run { send in
              await gate.wait()
              ended.append(Task.isCancelled)
              send(.add(1))
            } : .empty
        }
        released = store
        store.send(.increment)
        await simulation.waitUntilIdle()
      }
      #expect(released == nil)
      await simulation.waitUntilIdle()
      #expect(ended.elements == [true])
    }
  }

  /// Its last action is dropped and must not let it wait for a turn that never comes.
  @Test func anEffectThatSendsAfterTheReleaseEnds() async throws {
    _ = try await withSimulation(seed: 5) { simulation in
      let (gate, census) = (Gate(), Census())
      var store: CounterStore? = makeStore { action in
        let member = Census.Member(census)
        return action == .increment
          ? .run { send in
            await gate.wait()
            send(.add(1))
            withExtendedLifetime(member) {}
          } : .empty
      }
      store?.send(.increment)
      await simulation.waitUntilIdle()
      #expect(census.alive == 1)
      store = nil
      await simulation.waitUntilIdle()
      #expect(census.alive == 0)
    }
  }

  @Test func aSequenceEndsWithItsStoreAndDoesNotHoldIt() async throws {
    let run = try await withSimulation(seed: 3) { simulation in
      var store: CounterStore? = makeStore()
      weak let watched = store
      let task = Task { [states = store?.states] in
        var count = 0
        guard let states else { return count }
        for await _ in states { count += 1 }
        return count
      }
      store?.send(.increment)
      await simulation.waitUntilIdle()
      store = nil
      #expect(watched == nil)
      return await task.value
    }
    #expect(run.value == 2)
  }

  @Test func aTokenMayOutliveTheStore() {
    let seen = Recorded<Int>()
    var store: CounterStore? = makeStore()
    let token = store?.observe { seen.append($0.count) }
    store?.send(.increment)
    store = nil
    token?.cancel()
    #expect(seen.elements == [0, 1])
  }

  /// Work that waits for an executor that comes too late is notified, so no task waits without end.
  @Test func effectsOfAStoreThatIsReleasedWithAFullQueueEnd() async throws {
    _ = try await withSimulation(seed: 4) { simulation in
      let executor = ManualExecutor()
      let census = Census()
      var store: CounterStore? = makeStore(executor: executor) { action in
        let member = Census.Member(census)
        return action == .touch
          ? .merge(
            .run { send in
              send(.increment)
              withExtendedLifetime(member) {}
            },
            .just(.increment).delay(for: .seconds(1))
          ) : .empty
      }
      store?.send(.touch)
      executor.run()
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(census.alive == 1)
      store = nil
      await simulation.waitUntilIdle()
      #expect(census.alive == 0)
      executor.run()
    }
  }
}
