import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite struct ModelTests {
  struct Person: Equatable, Identifiable, Sendable {
    let id: Int
    let name: String
  }

  let ada = Person(id: 1, name: "Ada")

  @Test func fetchableHasOneOfThreeStates() throws {
    let fetched = Fetchable.fetched(.init(value: ada))
    #expect(fetched.fetched?.value == ada)
    #expect(fetched.fetched?.name == "Ada")
    #expect(fetched.name == "Ada")
    #expect(fetched.fetching == nil)
    #expect(fetched.failure == nil)
    #expect(fetched.map(\.id).fetched?.value == 1)
    let failed = Fetchable<Person>.failure(.init(error: StubError("no"), failedAttempts: 2))
    #expect(failed.failure?.failedAttempts == 2)
    #expect(failed.map(\.id) == .failure(.init(error: StubError("no"), failedAttempts: 2)))
  }

  @Test func fetchablesAreComparedByWhatTheyShow() {
    typealias Model = Fetchable<Int>
    #expect(Model.failure(.init(error: StubError("a"))) == .failure(.init(error: StubError("a"))))
    #expect(Model.failure(.init(error: StubError("a"))) != .failure(.init(error: StubError("b"))))
    #expect(
      Model.failure(.init(error: StubError("a"), failedAttempts: 2))
        != .failure(.init(error: StubError("a")))
    )
    let progress = ProgressSource().eraseToSource()
    #expect(Model.fetching(.init()) == .fetching(.init()))
    #expect(Model.fetching(.init(progress: progress)) != .fetching(.init()))
  }

  @Test func currentAndPreviousStandForTheCurrent() {
    let pair = CurrentAndPrevious(current: ada, previous: Person(id: 2, name: "Bob"))
    #expect(pair.name == "Ada")
    #expect(pair.id == 1)
    #expect(pair.map(\.name) == CurrentAndPrevious(current: "Ada", previous: "Bob"))
    #expect(pair == pair)
  }

  @Test func connectableMakesItsSourceOnConnectAndReleasesItOnDisconnect() {
    let log = Recorder<String>()
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Row: SourceOf<Int>, @unchecked Sendable {
      let initialModel = 0
      let log: Recorder<String>
      init(_ log: Recorder<String>) {
        self.log = log
        super.init()
        log.take("made")
      }
      deinit { log.take("released") }
    }
    let latest = Locked<WeakRow>(WeakRow(), rank: .leaf)
    struct WeakRow: Sendable { weak var row: Row? }
    let source = ConnectableSource {
      let row = Row(log)
      latest.withLock { $0.row = row }
      return row.eraseToSource()
    }.eraseToSource()
    let states = Recorder(source.map { $0.connected.map { "\($0.value)" } ?? "-" })
    #expect(log.models.isEmpty)
    source.model.connect()
    source.model.connect()
    latest.withLock { $0.row }?.model = 5
    #expect(source.model.isConnected)
    #expect(source.model.connected?.value == 5)
    source.model.disconnect()
    source.model.disconnect()
    #expect(log.models == ["made", "released"])
    source.model.connect()
    #expect(states.models == ["-", "0", "5", "-", "0"])
    #expect(source.mapConnectedValue { $0 + 1 }.model.connected?.value == 1)
  }

  @Test func autoConnectingConnectsWhileItIsThere() {
    let source = ConnectableSource { Source(model: 3) }.eraseToSource()
    do {
      let connecting = source.autoConnecting()
      #expect(!source.model.isConnected)
      #expect(connecting.model.connected?.value == 3)
    }
    #expect(!source.model.isConnected)
  }

  @Test func connectableWithPlaceholderShowsItUntilConnected() {
    let source = ConnectableSource { Source(model: 3) }.eraseToSource().addingPlaceholder("none")
    #expect(source.model.placeholder == "none")
    #expect(source.mapConnectablePlaceholder(\.count).model.placeholder == 4)
    source.model.connect()
    #expect(source.model.connected?.value == 3)
    #expect(source.autoConnecting().mapConnectedValue { $0 * 2 }.model.connected?.value == 6)
  }

  @Test func persistableAlwaysOffersSetAndClearOnlyWhenFound() {
    let kept = PersistedInMemorySource<Int>().eraseToSource()
    #expect(kept.model.word == "not found")
    #expect(kept.model.clear == nil)
    kept.model.set(3)
    #expect(kept.model.word == "found 3")
    #expect(kept.model.found?.isExpired == false)
    let clear = kept.model.clear
    clear?()
    #expect(kept.model.word == "not found")
    #expect(clear?.isAvailable == false)
  }

  @Test func storedValuesThatAreMissingAreComparedByWhatTheyShow() {
    typealias Missing = Persistable<Int>.NotFound
    let (set, other) = (Action<Int> { _ in }, Action<Int> { _ in })
    #expect(Missing() == Missing())
    #expect(Missing(error: StubError("a"), set: set) == Missing(error: StubError("a"), set: set))
    #expect(Missing(error: StubError("a"), set: set) != Missing(error: StubError("b"), set: set))
    #expect(Missing(error: StubError("a"), set: set) != Missing(set: set))
    #expect(Missing(error: StubError("a"), set: set) != Missing(error: StubError("a"), set: other))
    #expect(Persistable.notFound(Missing(set: set)) != .found(.init(value: 1, set: set)))
  }

  @Test func progressFollowsAFoundationProgress() async throws {
    let fractions = try await withSimulation(seed: 1) { simulation in
      let progress = Progress(totalUnitCount: 4)
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let source = ProgressSource(progress, every: 1, time: time)
      let recorder = Recorder(source.eraseToSource().map(\.fractionCompleted))
      progress.completedUnitCount = 1
      try await simulation.clock.sleep(for: .seconds(1.5))
      progress.completedUnitCount = 4
      try await simulation.clock.sleep(for: .seconds(1))
      return (recorder.models, source.model.isFinished)
    }.value
    #expect(fractions.0 == [0, 0.25, 1])
    #expect(fractions.1)
  }
}
