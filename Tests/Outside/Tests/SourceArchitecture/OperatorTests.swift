import Foundation
import StrataConcurrency
import StrataSources
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sources made of sources, fetched and persisted values.
struct OperatorTests {
  @Test func mappedModelsFollow() {
    let numbers = NumberSource()
    let words = numbers.eraseToSource().map { "n\($0)" }
    #expect(words.model == "n0")
    numbers.set(2)
    #expect(words.model == "n2")
  }

  @Test func aFilterKeepsTheLastThatMatched() {
    let numbers = NumberSource()
    let even = numbers.eraseToSource().filtered { $0.isMultiple(of: 2) }
    let diary = Diary<Int>()
    even.subscribe(diary, method: Diary.write)
    for number in 1...4 { numbers.set(number) }
    #expect(diary.entries == [0, 2, 4])
    numbers.set(5)
    #expect(even.model == 4)
  }

  @Test func theFormerModelIsKept() {
    let numbers = NumberSource()
    let both = numbers.eraseToSource().currentAndPrevious()
    #expect(both.model.previous == nil)
    numbers.set(1)
    #expect(both.model.current == 1)
    #expect(both.model.previous == 0)
    numbers.set(2)
    #expect(both.model.previous == 1)
  }

  @Test func twoSourcesAsOne() {
    let left = NumberSource()
    let right = NumberSource()
    let sum = left.eraseToSource().combined(with: right.eraseToSource()).map { $0 + $1 }
    left.set(3)
    right.set(4)
    #expect(sum.model == 7)
  }

  @Test func flatMapFollowsTheLatestAlone() {
    let choice = NumberSource()
    let parts = [NumberSource(), NumberSource()]
    let flat = choice.eraseToSource().flatMap { parts[$0].eraseToSource() }
    let diary = Diary<Int>()
    flat.subscribe(diary, method: Diary.write)
    parts[0].set(5)
    choice.set(1)
    parts[0].set(6)
    parts[1].set(7)
    #expect(diary.entries == [0, 5, 0, 7])
  }

  @Test func optionalModelsAreDeliveredUnwrapped() {
    let numbers = NumberSource()
    let maybe: Source<Int?> = numbers.eraseToSource().map { $0 > 1 ? $0 : nil }
    let diary = Diary<Int>()
    maybe.subscribe(diary, method: Diary<Int>.write)
    for number in [0, 2, 1, 3] { numbers.set(number) }
    #expect(diary.entries == [2, 3])
  }

  @Test func updatesArePrinted() {
    let numbers = NumberSource()
    let printed = numbers.eraseToSource()._printingUpdates { "number \($0)" }
    _ = printed.model
    numbers.set(3)
    #expect(printed.model == 3)
  }

  @Test func aMutableSourceIsSetByItsAction() {
    let source = MutableSource(1).eraseToSource()
    source.model.set(2)
    #expect(source.model.value == 2)
    #expect(source.nonmutating().model == 2)
  }

  @Test func aConnectableMakesItsSourceWhenItIsConnected() {
    let made = Diary<NumberSource>()
    let source = ConnectableSource<Int> {
      let numbers = NumberSource()
      made.write(numbers)
      return numbers.eraseToSource()
    }.eraseToSource()
    #expect(made.entries.isEmpty)
    source.model.connect()
    #expect(source.model.isConnected)
    made.entries.first?.set(3)
    #expect(source.model.connected?.value == 3)
    source.model.connect()
    #expect(made.entries.count == 1)
    source.model.disconnect()
    #expect(!source.model.isConnected)
  }

  @Test func aDisconnectedSourceIsReleased() {
    struct Made: Sendable { weak var source: NumberSource? }
    let made = Locked(Made(), rank: .leaf)
    let source = ConnectableSource<Int> {
      let numbers = NumberSource()
      made.withLock { $0.source = numbers }
      return numbers.eraseToSource()
    }.eraseToSource()
    source.model.connect()
    #expect(source.model.connected?.value == 0)
    #expect(made.withLock { $0.source != nil })
    source.model.disconnect()
    #expect(made.withLock { $0.source == nil })
  }

  @Test func nothingIsFetchedBeforeItIsNeeded() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let answers = Answers(.success("1"))
      let source = FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(answers.requests == 0)
      #expect(source.model.fetching != nil)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(answers.requests == 1)
      #expect(source.model.fetched?.value == Data("1".utf8))
    }
  }

  @Test func refreshingKeepsTheOldValueMeanwhile() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let answers = Answers(.success("1"), .success("2"))
      let source =
        FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
        .jsonDecoded() as Source<Fetchable<Int>>
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.fetched?.value == 1)
      source.model.fetched?.refresh?()
      #expect(source.model.fetched?.value == 1)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.fetched?.value == 2)
    }
  }

  @Test func failuresAreCountedAndRetried() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let answers = Answers(.failure(Offline()), .failure(Offline()), .success("3"))
      let source = FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.failure?.failedAttempts == 1)
      source.model.failure?.retry?()
      #expect(source.model.fetching != nil)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.failure?.failedAttempts == 2)
      source.model.failure?.retry?()
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.fetched != nil)
    }
  }

  @Test func whatCannotBeDecodedIsAFailure() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let answers = Answers(.success("no number"), .success("4"))
      let source: Source<Fetchable<Int>> = FetchableDataSource(
        urlRequest: .some,
        transport: answers
      ).eraseToSource().jsonDecoded()
      _ = source.model
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.failure != nil)
      source.model.failure?.retry?()
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.fetched?.value == 4)
    }
  }

  @Test func itIsTriedAgainByItself() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let clock = simulation.clock
      let time = SourceTime(clock: clock, start: Date(timeIntervalSince1970: 0))
      try await SourceTime.with(time) {
        let answers = Answers(.failure(Offline()), .failure(Offline()), .success("5"))
        let source = FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
          .retrying(.everyIntervalWithMaximum(retryInterval: 5, maximumRetries: 10))
        let diary = Diary<Fetchable<Data>>()
        source.subscribe(diary, method: Diary.write)
        try await clock.sleep(for: .seconds(20))
        #expect(answers.requests == 3)
        #expect(source.model.fetched != nil)
        #expect(diary.entries.allSatisfy { $0.failure == nil })
      }
    }
  }

  @Test func twoFetchesAsOne() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let left = FetchableDataSource(urlRequest: .some, transport: Answers(.success("1")))
      let right = FetchableDataSource(urlRequest: .some, transport: Answers(.success("2")))
      let both = left.eraseToSource().combinedFetch(with: right.eraseToSource())
      #expect(both.model.fetching != nil)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(both.model.fetched?.value.0 == Data("1".utf8))
      #expect(both.model.fetched?.value.1 == Data("2".utf8))
    }
  }

  @Test func aKeptValueIsNotFetched() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let answers = Answers(.success("9"))
      let kept = PersistedInMemorySource<Int>().eraseToSource()
      kept.model.set(4)
      let source =
        (FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
        .jsonDecoded() as Source<Fetchable<Int>>).persisted(using: kept)
      #expect(source.model.fetched?.value == 4)
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(answers.requests == 0)
      source.model.fetched?.refresh?()
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(source.model.fetched?.value == 9)
      #expect(kept.model.found?.value == 9)
    }
  }

  @Test func aFileKeepsAValue() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("name.json")
    do {
      let persistence = FilePersistence()
      let source: Source<Persistable<String>> = persistence.source(for: FileDescriptor(url: url))
      #expect(source.model.found == nil)
      source.model.set("Ada")
      #expect(source.model.found?.value == "Ada")
      FilePersistence.flush()
    }
    let again: Source<Persistable<String>> = FilePersistence().source(for: FileDescriptor(url: url))
    #expect(again.model.found?.value == "Ada")
    again.model.clear?()
    #expect(again.model.found == nil)
  }
}
