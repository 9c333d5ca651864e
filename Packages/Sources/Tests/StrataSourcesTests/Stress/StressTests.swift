import Foundation
import StrataConcurrency
import StrataSources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A model that is changed in place, as the first guide shows it.
private struct Score: Sendable {
  private(set) var count = 0
  let increment: Action<Void>
  private(set) var reset: Action<Void>?

  mutating func add(_ amount: Int, reset: Action<Void>) {
    count += amount
    self.reset = count > 0 ? reset : nil
  }
}

// SAFETY: adds actions and the first model, which is read once.
private final class Scores: SourceOf<Score>, @unchecked Sendable {
  @Action(Scores.increment) private var incrementAction
  @Action(Scores.reset) private var resetAction
  var initialModel: Score { Score(increment: incrementAction) }

  private func increment() { model.add(1, reset: resetAction) }
  private func reset() { model = Score(increment: incrementAction) }
}

/// Eight threads at once; meant for the thread sanitizer as much as for the expectations here.
@Suite struct StressTests {
  @Test func actionsRunOnceForEachCallWhileModelsChange() async {
    let counter = CounterSource()
    let rejected = Locked(0, rank: .leaf)
    await onThreads(8) { index in
      for step in 0..<200 {
        switch (index + step) % 4 {
        case 0: counter.set(step % 6)
        case 1: counter.model.increment?()
        case 2:
          counter.model.add?(
            1,
            ifUnavailable: { _ in
              rejected.withLock { $0 += 1 }
              return false
            }
          )
        default: _ = counter.model == counter.model
        }
      }
    }
    // Each call was executed or rejected, none was lost: 400 of `increment`, and those of `add`.
    #expect(counter.calls.filter { $0 == "increment" }.count == 400)
    #expect(counter.model.increment?.isAvailable == true)
  }

  @Test func actionsThatChangeTheModelInPlaceLoseNoUpdate() async {
    let scores = Scores()
    let source = scores.eraseToSource()
    await onThreads(8) { _ in
      for _ in 0..<200 { source.model.increment() }
    }
    #expect(source.model.count == 1_600)
    source.model.reset?()
    #expect(source.model.count == 0)
    #expect(source.model.reset == nil)
  }

  @Test func chainsOfOperatorsKeepUpWithManyWriters() async {
    let (a, b) = (Plain(0), Plain(0))
    let sum = a.eraseToSource().map { $0 * 2 }
      .combined(with: b.eraseToSource().filteringDuplicates())
      .map { $0 + $1 }
      .currentAndPrevious()
    let recorder = Recorder(sum)
    await onThreads(8) { index in
      for _ in 0..<100 {
        if index.isMultiple(of: 2) { a.model += 1 } else { b.model += 1 }
      }
    }
    #expect(sum.model.current == 1_200)
    #expect(recorder.models.last?.current == 1_200)
  }

  @Test func fetchesStayConsistentUnderRefreshesFromEverywhere() async {
    let stub = FetchStub<Int>()
    let kept = PersistedInMemorySource<Int>()
    let source = stub.eraseToSource().persisted(using: kept.eraseToSource())
      .combinedFetch(with: stub.eraseToSource())
    let recorder = Recorder(source.map(\.word))
    await onThreads(8) { index in
      for step in 0..<50 {
        switch (index + step) % 4 {
        case 0: stub.answer(.success(step))
        case 1: stub.answer(.failure(StubError("s")))
        case 2: source.model.fetched?.refresh?(ifUnavailable: { _ in false })
        default: source.model.failure?.retry?(ifUnavailable: { _ in false })
        }
      }
    }
    stub.answer(.success(7))
    stub.answer(.success(7))
    #expect(source.model.fetched?.value.1 == 7)
    #expect(!recorder.models.isEmpty)
  }

  @Test func connectionsAreMadeAndReleasedInPairs() async {
    final class Counted: Sendable {
      let made = Locked((made: 0, released: 0), rank: .leaf)
    }
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Row: SourceOf<Int>, @unchecked Sendable {
      let initialModel = 0
      let counted: Counted
      init(_ counted: Counted) {
        self.counted = counted
        super.init()
        counted.made.withLock { $0.made += 1 }
      }
      deinit { counted.made.withLock { $0.released += 1 } }
    }
    let counted = Counted()
    let source = ConnectableSource { Row(counted).eraseToSource() }.eraseToSource()
    await onThreads(8) { index in
      for step in 0..<50 {
        let model = source.model
        if (index + step).isMultiple(of: 2) {
          model.disconnected?.connect(ifUnavailable: { _ in false })
        } else {
          model.connected?.disconnect(ifUnavailable: { _ in false })
        }
      }
    }
    source.model.disconnect()
    #expect(!source.model.isConnected)
    let counts = counted.made.withLock { $0 }
    #expect(counts.made == counts.released)
  }

  @Test func nothingIsLeftOfAProgramThatHasEnded() async throws {
    let alive = Locked<[WeakObject]>([], rank: .leaf)
    @Sendable func watch<Object: AnyObject & Sendable>(_ object: Object) -> Object {
      alive.withLock { $0.append(WeakObject(object: object)) }
      return object
    }
    let folder = try TemporaryFolder()
    _ = try await withSimulation(seed: 5) { simulation in
      let time = SourceTime(clock: simulation.clock, start: Date(timeIntervalSince1970: 0))
      try await SourceTime.with(time) {
        let stub = watch(FetchStub<Int>([.failure(StubError("x")), .success(1)]))
        let file = FilePersistence().source(for: FileDescriptor<Int>(url: folder.file("n.json")))
        let source = stub.eraseToSource().retrying().persisted(using: file).refreshing(every: 5)
          .combinedFetch(with: stub.eraseToSource().fetchAfterDelay(of: 1))
          .mapFetchedValue { $0.0 + $0.1 }
        let recorder = watch(Recorder(source.map(\.word)))
        try await simulation.clock.sleep(for: .seconds(12))
        #expect(recorder.models.last == "fetched 2")
        let hanging = watch(
          FetchableDataSource(
            urlRequest: URLRequest(url: folder.file("none")),
            transport: watch(HangingTransport())
          )
        )
        _ = hanging.model
        try await simulation.clock.sleep(for: .seconds(1))
      }
    }
    #expect(alive.withLock { $0 }.filter { $0.object != nil }.isEmpty)
  }

  struct WeakObject: Sendable {
    weak var object: (any AnyObject & Sendable)?
  }
}
