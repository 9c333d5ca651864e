import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct SecondsTests {
  static let endless = [
    TimeInterval.infinity, .greatestFiniteMagnitude, 1e20, Seconds.longest,
  ]

  let folder: TemporaryFolder
  let start = Date(timeIntervalSince1970: 1_000_000)

  init() throws { folder = try TemporaryFolder() }

  /// The reports of a body, as the line and the message.
  private func reports(_ body: () throws -> Void) rethrows -> [Report] {
    let reports = Recorder<Report>()
    try ReportSink.withHandler({ reports.take($0) }, operation: body)
    return reports.models
  }

  @Test func anyNumberIsADurationOrNever() {
    #expect(Seconds.duration(1.5) == .milliseconds(1_500))
    for seconds in [0, -0.0, -1, -.infinity, .nan, -.greatestFiniteMagnitude] {
      #expect(Seconds.duration(seconds) == .zero)
    }
    for seconds in Self.endless { #expect(Seconds.duration(seconds) == nil) }
  }

  @Test func theLongestWaitIsOneThatAClockCanCount() throws {
    let longest = try #require(Seconds.duration(Seconds.longest.nextDown))
    let now = ContinuousClock.now
    #expect(now.advanced(by: longest) > now)
    // The system counts nanoseconds in 64 bits.
    #expect(longest < .nanoseconds(Int64.max))
  }

  @Test(arguments: endless)
  func anEndlessDelayWritesWhenTheSourceGoes(delay: TimeInterval) async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let url = folder.file("kept.json")
      let time = SourceTime(clock: simulation.clock, start: start)
      do {
        let source = FilePersistence(writeDelay: delay, time: time)
          .source(for: FileDescriptor<[Int]>(url: url))
        source.model.set([1])
        try await simulation.clock.sleep(for: .seconds(1_000_000))
        #expect(folder.names.isEmpty)
      }
      #expect(folder.names == ["kept.json"])
    }
  }

  @Test(arguments: endless)
  func anEndlessExpiryNeverComes(expiry: TimeInterval) async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      let descriptor = FileDescriptor<[Int]>(url: folder.file("kept.json"), expireAfter: expiry)
      let file = FilePersistence(time: time).source(for: descriptor)
      let folder = folder.file("cache")
      let cached = CachePersistence(folder: folder, time: time)
        .source(for: CacheDescriptor<Int>(key: "k", expireAfter: expiry))
      file.model.set([1])
      cached.model.set(1)
      try await simulation.clock.sleep(for: .seconds(1_000_000))
      #expect(file.model.found?.isExpired == false)
      #expect(cached.model.found?.isExpired == false)
      let again = CachePersistence(folder: folder, time: time)
        .source(for: CacheDescriptor<Int>(key: "k", expireAfter: expiry))
      #expect(again.model.found?.value == 1)
    }
  }

  @Test func whatIsNoNumberIsReportedAndTakenAsTheDefault() throws {
    let lines = (first: #line + 2 as UInt, last: #line + 7 as UInt)
    let all = reports {
      #expect(FilePersistence(writeDelay: .nan).writeDelay == 0.3)
      let url = folder.file("kept.json")
      #expect(FileDescriptor<[Int]>(url: url, expireAfter: .nan).expireAfter == .infinity)
      #expect(UserDefaultsDescriptor<Int>(key: "k", expireAfter: .nan).expireAfter == .infinity)
      #expect(CacheDescriptor<Int>(key: "k", expireAfter: .nan).expireAfter == .infinity)
      _ = ProgressSource(Progress(totalUnitCount: 1), every: .nan)
    }
    #expect(all.count == 5)
    #expect(all.first?.callSite.line == lines.first)
    #expect(all.last?.callSite.line == lines.last)
    #expect(all.allSatisfy { $0.callSite.fileID.description.hasSuffix("SecondsTests.swift") })
    #expect(
      all.first?.message
        == "writeDelay is not a number. It is taken as 0.3 seconds. Give 0 or more seconds."
    )
    #expect(
      all[1].message == "expireAfter is not a number. It is taken as never. Give 0 or more seconds."
    )
  }

  @Test func whatIsNegativeIsReportedAndTakenAsZero() {
    let all = reports {
      #expect(FilePersistence(writeDelay: -1).writeDelay == 0)
      #expect(CacheDescriptor<Int>(key: "k", expireAfter: -.infinity).expireAfter == 0)
      #expect(FilePersistence(writeDelay: 0).writeDelay == 0)
    }
    #expect(
      all.map(\.message) == [
        "writeDelay is -1.0 seconds. It is taken as 0.0 seconds. Give 0 or more seconds.",
        "expireAfter is -inf seconds. It is taken as 0.0 seconds. Give 0 or more seconds.",
      ]
    )
  }

  @Test func aFetchIsRefreshedAndBegunNeverAfterEndlessTime() async throws {
    for seconds in Self.endless + [.nan] {
      _ = try await withSimulation(seed: 1) { simulation in
        let time = SourceTime(clock: simulation.clock, start: start)
        let (refreshed, delayed) = (FetchStub<Int>([.success(1)]), FetchStub<Int>([.success(1)]))
        let ignore: @Sendable (Report) -> Void = { _ in }
        let all = try await ReportSink.withHandler(ignore) {
          let first = Recorder(
            refreshed.eraseToSource().refreshing(every: seconds, time: time).map(\.word)
          )
          let second = Recorder(
            delayed.eraseToSource().fetchAfterDelay(of: seconds, time: time).map(\.word)
          )
          try await simulation.clock.sleep(for: .seconds(1_000_000))
          return (first.models, second.models)
        }
        #expect(all.0 == ["fetched 1"])
        #expect(refreshed.requests == 1)
        // A value that is no number is no delay.
        #expect(all.1 == (seconds.isNaN ? ["fetching", "fetched 1"] : ["fetching"]))
      }
    }
  }

  @Test func aFetchIsNotTriedAgainAfterEndlessTime() async throws {
    for seconds in Self.endless {
      _ = try await withSimulation(seed: 1) { simulation in
        let time = SourceTime(clock: simulation.clock, start: start)
        let stub = FetchStub<Int>([.failure(StubError("bad")), .success(1)])
        let source = stub.eraseToSource()
          .retrying(.everyIntervalWithoutMaximum(seconds), time: time)
        #expect(source.model.word == "failure bad 1")
        try await simulation.clock.sleep(for: .seconds(1_000_000))
        #expect(stub.requests == 1)
      }
    }
  }

  @Test func aRetryTimeThatIsNoNumberIsReportedAtTheCaller() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      let stub = FetchStub<Int>([.failure(StubError("bad")), .success(1)])
      let seen = Recorder<Report>()
      let line: UInt = #line + 4
      let take: @Sendable (Report) -> Void = { seen.take($0) }
      let source = ReportSink.withHandler(take) {
        stub.eraseToSource()
          .retrying(
            .everyIntervalWithMaximum(.nan, 3),
            forwardErrorAfter: .timeInterval(-2),
            time: time
          )
      }
      #expect(
        seen.models.map(\.message) == [
          "retryInterval is not a number. It is taken as 1.0 seconds. Give 0 or more seconds.",
          "forwardErrorAfter is -2.0 seconds. It is taken as 0.0 seconds. Give 0 or more seconds.",
        ]
      )
      #expect(seen.models.allSatisfy { $0.callSite.line == line })
      let words = Recorder(source.map(\.word))
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(words.models == ["fetching", "failure bad 1", "fetched 1"])
    }
  }
}
