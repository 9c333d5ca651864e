import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct CacheTests {
  let start = Date(timeIntervalSince1970: 10_000)

  /// A cache whose calendar stands still.
  func cache(_ limit: CacheLimit = .unlimited, folder: URL? = nil) -> CachePersistence {
    CachePersistence(
      limit: limit,
      folder: folder,
      time: SourceTime(clock: TestClock(), start: start)
    )
  }

  func data(_ count: Int) -> Data { Data(repeating: 1, count: count) }

  /// Foundation's decoder alone ends the program for these bytes.
  @Test func deeplyNestedFileIsForgotten() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let descriptor = CacheDescriptor<Int>(key: "n")
      do {
        let source = CachePersistence(folder: folder.url).source(for: descriptor)
        source.model.set(3)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(files.count == 1)
      for file in files {
        try Data(String(repeating: "[", count: 513).utf8).write(to: folder.file(file))
      }
      let source = CachePersistence(folder: folder.url).source(for: descriptor)
      #expect(source.model.found == nil)
    }
  }

  @Test func valuesAreSharedByKey() {
    let cache = cache()
    let a = cache.source(for: CacheDescriptor<String>(key: "k"))
    let b = cache.source(for: CacheDescriptor<String>(key: "k"))
    a.model.set("x")
    #expect(b.model.found?.value == "x")
    a.model.clear?()
    #expect(b.model.word == "not found")
    #expect(cache.count == 0)
  }

  @Test func leastRecentlyUsedGoesWhenTheCountIsReached() {
    let cache = cache(.maxCount(2))
    let sources = ["a", "b", "c"].map { cache.source(for: CacheDescriptor<String>(key: $0)) }
    sources[0].model.set("1")
    sources[1].model.set("2")
    sources[0].model.set("1 again")
    sources[2].model.set("3")
    #expect(sources.map { $0.model.found != nil } == [true, false, true])
    #expect(cache.count == 2)
  }

  @Test func sizeIsWhatValuesSayAndWhatIsTooLargeIsNotKept() {
    let cache = cache(.maxSize(100))
    let small = cache.source(for: CacheDescriptor<Data>(key: "small"))
    let large = cache.source(for: CacheDescriptor<Data>(key: "large"))
    small.model.set(data(60))
    #expect(cache.size == 60)
    large.model.set(data(90))
    #expect(small.model.found == nil)
    #expect(cache.size == 90)
    small.model.set(data(101))
    #expect(small.model.found == nil)
    #expect(cache.size == 0)
  }

  @Test func bothLimitsHold() {
    let cache = cache(.maxSizeAndCount(size: 100, count: 2))
    for key in ["a", "b", "c"] {
      let source = cache.source(for: CacheDescriptor<Data>(key: key))
      source.model.set(data(10))
    }
    #expect(cache.count == 2)
    let big = cache.source(for: CacheDescriptor<Data>(key: "big"))
    big.model.set(data(95))
    #expect((cache.count, cache.size) == (1, 95))
  }

  @Test func retentionDecidesWhatMemoryPressureRemoves() async throws {
    let left = try await withSimulation(seed: 1) { simulation in
      let cache = CachePersistence(time: SourceTime(clock: simulation.clock, start: start))
      let policies: [CacheRetentionPolicy] = [.discardable, .retainUntilExpired, .retain]
      let sources = policies.map { policy in
        cache.source(
          for: CacheDescriptor<Int>(key: "\(policy)", expireAfter: 10, retentionPolicy: policy)
        )
      }
      for source in sources { source.model.set(1) }
      cache.handleMemoryPressure()
      let early = sources.map { $0.model.found != nil }
      try await simulation.clock.sleep(for: .seconds(11))
      let isExpired = sources[1].model.found?.isExpired
      cache.handleMemoryPressure()
      return (early, isExpired, sources.map { $0.model.found != nil })
    }.value
    #expect(left.0 == [false, true, true])
    #expect(left.1 == true)
    #expect(left.2 == [false, false, true])
  }

  @Test func expiredGoesBeforeWhatIsStillGood() {
    var table = CacheTable<Int>(limit: .maxCount(2))
    let now = start
    _ = table.set("old", 1, size: 1, expiry: now, policy: .discardable, now: now)
    _ = table.set("good", 2, size: 1, expiry: nil, policy: .discardable, now: now)
    _ = table.use("old")
    #expect(
      table.set("new", 3, size: 1, expiry: nil, policy: .discardable, now: now).map(\.key)
        == ["old"]
    )
    _ = table.set("kept", 4, size: 1, expiry: nil, policy: .retain, now: now)
    _ = table.set("kept too", 5, size: 1, expiry: nil, policy: .retain, now: now)
    _ = table.set("kept three", 6, size: 1, expiry: nil, policy: .retain, now: now)
    #expect(Set(table.entries.keys) == ["kept", "kept too", "kept three"])
  }

  @Test func folderOutlivesTheCache() throws {
    let folder = try TemporaryFolder()
    let descriptor = CacheDescriptor<[String]>(key: "names", expireAfter: 60)
    do {
      let source = cache(folder: folder.url).source(for: descriptor)
      source.model.set(["Ada"])
    }
    let source = cache(folder: folder.url).source(for: descriptor)
    #expect(source.model.word == #"found ["Ada"]"#)
    let later = SourceTime(clock: TestClock(), start: start.addingTimeInterval(61))
    let expired = CachePersistence(folder: folder.url, time: later).source(for: descriptor)
    #expect(expired.model.found?.isExpired == true)
    let end = SourceTime(clock: TestClock(), start: start.addingTimeInterval(60))
    let atTheEnd = CachePersistence(folder: folder.url, time: end).source(for: descriptor)
    #expect(atTheEnd.model.found?.isExpired == true)
    source.model.clear?()
    #expect(folder.names == [])
  }

  @Test func aFileOfAnEarlierRunIsRemovedThoughItWasNotRead() throws {
    let folder = try TemporaryFolder()
    _ = try CacheFolder(folder.url, limit: .unlimited)
      .write("k", data(1), expiry: nil, policy: .retain, now: start)
    #expect(folder.names.count == 1)
    CacheFolder(folder.url, limit: .unlimited).remove("k")
    #expect(folder.names == [])
  }

  @Test func aValueThatIsSetWithoutAnExpiryIsNotExpired() {
    let source = cache().source(for: CacheDescriptor<Int>(key: "k"))
    source.model.set(1)
    #expect(source.model.word == "found 1")
  }

  @Test func aValueThatExpiresAtOnceIsShownAsExpired() {
    let source = cache().source(for: CacheDescriptor<Int>(key: "k", expireAfter: 0))
    source.model.set(1)
    #expect(source.model.word == "found 1 expired")
    source.model.set(2)
    #expect(source.model.word == "found 2 expired")
  }

  @Test func aValueThatIsClearedWaitsForNoExpiry() async throws {
    let counts = try await withSimulation(seed: 1) { simulation in
      let clock = TestClock()
      let source = CachePersistence(time: SourceTime(clock: clock, start: start))
        .source(for: CacheDescriptor<Int>(key: "k", expireAfter: 60))
      source.model.set(1)
      await simulation.waitUntilIdle()
      let before = clock.sleeperCount
      source.model.clear?()
      await simulation.waitUntilIdle()
      return [before, clock.sleeperCount]
    }.value
    #expect(counts == [1, 0])
  }

  @Test func folderKeepsItsLimitAlsoForWhatItFinds() throws {
    let folder = try TemporaryFolder()
    for key in ["a", "b", "c"] {
      let source = cache(.maxCount(2), folder: folder.url).source(
        for: CacheDescriptor<Int>(key: key)
      )
      source.model.set(1)
    }
    #expect(folder.names.count == 2)
    #expect(
      cache(folder: folder.url).source(for: CacheDescriptor<Int>(key: "c")).model.found != nil
    )
    #expect(
      cache(folder: folder.url).source(for: CacheDescriptor<Int>(key: "x")).model.found == nil
    )
  }

  @Test func aFolderThatHoldsMoreThanTheLimitIsMadeSmaller() throws {
    let folder = try TemporaryFolder()
    let large = cache(folder: folder.url)
    for key in ["a", "b", "c", "d", "e"] {
      let source = large.source(for: CacheDescriptor<Int>(key: key))
      source.model.set(1)
    }
    try Data("mine".utf8).write(to: folder.file("notes.discardable.txt"))
    #expect(folder.names.count == 6)
    let small = cache(.maxCount(2), folder: folder.url)
    #expect(small.source(for: CacheDescriptor<Int>(key: "x")).model.found == nil)
    #expect(folder.names.count == 3)
    #expect(folder.names.contains("notes.discardable.txt"))
  }

  @Test func aFileWhoseNameIsNoHashIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let names = ["cafe", String(repeating: "z", count: 32)].map { "\($0).discardable.-" }
    for name in names { try data(1).write(to: folder.file(name)) }
    let cache = cache(.maxCount(0), folder: folder.url)
    #expect(cache.source(for: CacheDescriptor<Int>(key: "x")).model.found == nil)
    #expect(folder.names == names)
  }

  @Test func whatCannotBeKeptOnDiskIsNotKeptInMemoryEither() throws {
    let folder = try TemporaryFolder()
    let cache = cache(folder: folder.url)
    let descriptor = CacheDescriptor<Double>(key: "n", expireAfter: 60)
    do {
      let source = cache.source(for: descriptor)
      source.model.set(1)
      let messages = Recorder<String>()
      let take: @Sendable (Report) -> Void = { messages.take($0.message) }
      ReportSink.withHandler(take) { source.model.set(.infinity) }
      #expect(messages.models.count == 1)
      #expect(source.model.found?.value == 1)
    }
    #expect(cache.source(for: descriptor).model.found?.value == 1)
  }

  @Test func aFailedWriteLeavesTheFormerFile() throws {
    let folder = try TemporaryFolder()
    let files = CacheFolder(folder.url, limit: .unlimited)
    let write = { (data: Data, expiry: Date) in
      try files.write("k", data, expiry: expiry, policy: .retain, now: start)
    }
    _ = try write(data(1), start.addingTimeInterval(1))
    // A folder stands where the next file would.
    let name = CacheFolder.hash("k") + ".retain.10002"
    try FileManager.default.createDirectory(
      at: folder.file(name).appendingPathComponent("own"),
      withIntermediateDirectories: true
    )
    #expect(throws: (any Error).self) { try write(data(2), start.addingTimeInterval(2)) }
    #expect(try files.read("k") == data(1))
  }

  @Test func aFileThatIsReplacedIsKeptAloneWhateverItsExpiry() throws {
    let folder = try TemporaryFolder()
    let files = CacheFolder(folder.url, limit: .unlimited)
    let expiries = [1.0, 1.0, 2.0].map(start.addingTimeInterval)
    for (index, expiry) in expiries.enumerated() {
      let content = data(index + 1)
      _ = try files.write("k", content, expiry: expiry, policy: .retain, now: start)
      #expect(try files.read("k") == content)
      #expect(folder.names.count == 1)
    }
  }

  @Test func damagedFileIsForgotten() throws {
    let folder = try TemporaryFolder()
    do {
      let source = cache(folder: folder.url).source(for: CacheDescriptor<Int>(key: "n"))
      source.model.set(1)
    }
    let name = try #require(folder.names.first)
    try Data("junk".utf8).write(to: folder.file(name))
    let source = cache(folder: folder.url).source(for: CacheDescriptor<Int>(key: "n"))
    #expect(source.model.word == "not found")
    #expect(folder.names == [])
  }

  /// This runs in a process of its own, because a test beside it that follows all executions retains their inputs.
  @Test func whatIsRemovedIsReleasedOutsideTheCachesLock() async {
    await #expect(processExitsWith: .success) {
      let cache = CachePersistence(limit: .maxCount(1))
      let counts = Recorder<Int>()
      for key in ["a", "b"] {
        let source = cache.source(for: CacheDescriptor<Parting>(key: key))
        source.model.set(Parting { counts.take(cache.count) })
      }
      precondition(counts.models == [1], "released at another time: \(counts.models)")
      cache.handleMemoryPressure()
      precondition(counts.models == [1, 0], "released at another time: \(counts.models)")
    }
  }

  @Test func manyThreadsStayWithinTheLimit() async {
    let cache = cache(.maxCount(5))
    let sources = (0..<8).map { cache.source(for: CacheDescriptor<Int>(key: "\($0)")) }
    await onThreads(8) { index in
      for step in 0..<200 { sources[(index + step) % 8].model.set(step) }
    }
    #expect(cache.count <= 5)
    #expect(sources.filter { $0.model.found != nil }.count <= 8)
  }
}

/// Calls a closure when it is released.
private final class Parting: Sendable {
  private let leave: @Sendable () -> Void

  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }
}
