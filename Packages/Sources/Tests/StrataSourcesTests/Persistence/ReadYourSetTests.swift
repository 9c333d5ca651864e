import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

/// A thread that has set a value reads it, whatever other threads do.
@Suite struct ReadYourSetTests {
  enum Kind: CaseIterable { case file, cache, defaults, memory }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ kind: Kind) -> Source<Persistable<Int>> {
    let name = folder.url.lastPathComponent
    return switch kind {
    case .file:
      FilePersistence().source(for: FileDescriptor(url: folder.file("kept.json")))
    case .cache: CachePersistence().source(for: CacheDescriptor(key: name))
    case .defaults:
      UserDefaultsPersistence(suiteName: name).source(for: UserDefaultsDescriptor(key: "k"))
    case .memory: PersistedInMemorySource<Int>().eraseToSource()
    }
  }

  /// A file whose values stop at a gate while they are encoded.
  private func gated(
    _ gate: Gate,
    expireAfter: TimeInterval? = nil,
    refusing isRefused: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) -> Source<Persistable<Int>> {
    FilePersistence().source(
      for: FileDescriptor<Int>(
        url: folder.file("kept.json"),
        expireAfter: expireAfter,
        encode: { value in
          if value == 1 { gate.pass() }
          if isRefused(value) { throw StubError("refused \(value)") }
          return Data("\(value)".utf8)
        }
      )
    )
  }

  private func content() -> String? {
    (try? Data(contentsOf: folder.file("kept.json"))).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: Kind.allCases)
  func whileAnotherThreadNotifiesASubscriber(kind: Kind) async {
    let source = source(kind)
    let gate = Gate()
    let slow = Slow(gate)
    source.subscribe(slow, method: Slow.take)
    await onThreads(2) { index in
      if index == 0 { return source.model.set(1) }
      gate.waitForArrival()
      source.model.set(2)
      #expect(source.model.found?.value == 2)
      if kind == .file {
        FilePersistence.flush(folder.file("kept.json"))
        #expect(content() == "2")
      }
      source.model.clear?()
      #expect(source.model.found == nil)
      source.model.set(3)
      #expect(source.model.found?.value == 3)
      gate.open()
    }
    #expect(source.model.found?.value == 3)
    #expect(slow.values.withLock { $0 } == [nil, 1, 2, nil, 3])
    source.model.clear?()
  }

  @Test func whileAnotherThreadStoresAValue() async {
    let gate = Gate()
    let source = gated(gate)
    let recorder = Recorder(source.map { $0.found?.value })
    await onThreads(2) { index in
      if index == 0 { return source.model.set(1) }
      gate.waitForArrival()
      source.model.set(2)
      #expect(source.model.found?.value == 2)
      gate.open()
    }
    #expect(source.model.found?.value == 2)
    #expect(recorder.models == [nil, 2])
    FilePersistence.flush(folder.file("kept.json"))
    #expect(content() == "2")
  }

  @Test func insideASubscriberThatIsNotifiedOfAnotherValue() {
    let source = source(.file)
    let follower = Follower(source) { value in
      guard value == 1 else { return }
      source.model.set(2)
      #expect(source.model.found?.value == 2)
      FilePersistence.flush(folder.file("kept.json"))
      #expect(content() == "2")
    }
    source.model.set(1)
    #expect(source.model.found?.value == 2)
    withExtendedLifetime(follower) {}
  }

  @Test func aValueThatIsShownAndThenNotStoredGivesWayToTheOneBefore() async {
    let gate = Gate()
    let source = gated(gate) { $0 == 2 }
    let messages = Recorder<String>()
    await onThreads(2) { index in
      ReportSink.withHandler({ messages.take($0.message) }) {
        if index == 0 { return source.model.set(1) }
        gate.waitForArrival()
        source.model.set(2)
        #expect(source.model.found?.value == 2)
        gate.open()
      }
    }
    #expect(source.model.found?.value == 1)
    #expect(messages.models.count == 1)
    #expect(messages.models.first?.contains("refused 2") == true)
    FilePersistence.flush(folder.file("kept.json"))
    #expect(content() == "1")
  }

  @Test func ifNoValueIsStoredTheReasonIsShown() async {
    let gate = Gate()
    let source = gated(gate) { _ in true }
    let messages = Recorder<String>()
    await onThreads(2) { index in
      ReportSink.withHandler({ messages.take($0.message) }) {
        if index == 0 { return source.model.set(1) }
        gate.waitForArrival()
        source.model.set(2)
        #expect(source.model.found?.value == 2)
        gate.open()
      }
    }
    let error = source.model.notFound?.error as? PersistenceError
    #expect(error?.code == .unencodable)
    #expect(error?.message.contains("refused 2") == true)
    // The error that is shown is not reported as well.
    #expect(messages.models.count == 1)
    #expect(messages.models.first?.contains("refused 1") == true)
  }

  /// The later value is set while the one before it is looked for, in the place of the rejected one.
  @Test func theErrorOfAValueIsReportedIfALaterOneIsShown() async throws {
    try Data("junk".utf8).write(to: folder.file("kept.json"))
    let gate = Gate()
    let hook = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let descriptor = FileDescriptor<Int>(
      url: folder.file("kept.json"),
      encode: { value in
        if value == 1 { gate.pass() }
        if value < 3 { throw StubError("refused \(value)") }
        return Data("\(value)".utf8)
      },
      decode: { _ in
        let body = hook.withLock { $0.take() }
        body?()
        throw StubError("junk")
      }
    )
    let source = FilePersistence().source(for: descriptor)
    #expect(source.model.found == nil)
    let messages = Recorder<String>()
    await onThreads(2) { index in
      ReportSink.withHandler({ messages.take($0.message) }) {
        if index == 0 { return source.model.set(1) }
        gate.waitForArrival()
        hook.withLock { $0 = { source.model.set(3) } }
        source.model.set(2)
        gate.open()
      }
    }
    #expect(source.model.found?.value == 3)
    #expect(messages.models.map { $0.contains("refused 1") } == [true, false])
    #expect(messages.models.map { $0.contains("refused 2") } == [false, true])
  }

  @Test func theReasonWhyAFirstValueIsNotStoredIsShownAndNotReported() {
    let source = gated(Gate()) { _ in true }
    let messages = Recorder<String>()
    #expect(source.model.word == "not found")
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) { source.model.set(2) }
    #expect((source.model.notFound?.error as? PersistenceError)?.code == .unencodable)
    #expect(messages.models.isEmpty)
  }

  @Test func aModelIsShownOnlyIfTheConditionOfTheOneThatIsShownHolds() {
    var changes = PersistedChanges<Int>()
    #expect(changes.show(1) { $0 < 1 })
    #expect(!changes.show(2) { $0 > 1 })
    #expect(changes.shown == 1)
  }

  @Test func aValueThatExpiresAtOnceIsShownOnce() async {
    let gate = Gate()
    let source = gated(gate, expireAfter: 0)
    let recorder = Recorder(source.map(\.word))
    await onThreads(2) { index in
      if index == 0 { return source.model.set(1) }
      gate.waitForArrival()
      source.model.set(2)
      #expect(source.model.word == "found 2 expired")
      gate.open()
    }
    #expect(recorder.models == ["not found", "found 2 expired"])
  }

  @Test(arguments: Kind.allCases)
  func noThreadReadsAValueThatItHasReplaced(kind: Kind) async {
    let source = source(kind)
    let stale = Locked(0, rank: .leaf)
    let recorder = Recorder(source.map { $0.found?.value })
    await onThreads(4) { index in
      for step in 0..<100 {
        source.model.set(index * 1_000 + step)
        guard let read = source.model.found?.value, read / 1_000 == index else { continue }
        if read % 1_000 != step { stale.withLock { $0 += 1 } }
      }
    }
    #expect(stale.withLock { $0 } == 0)
    let last = source.model.found?.value
    #expect(last.map { $0 % 1_000 } == 99)
    #expect(recorder.models.last == last)
    if kind == .file {
      FilePersistence.flush(folder.file("kept.json"))
      #expect(content() == last.map { "\($0)" })
    }
    source.model.clear?()
  }
}

/// Stops one thread until another one opens it.
private final class Gate: Sendable {
  private let arrival = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)

  func pass() {
    arrival.signal()
    opening.wait()
  }

  func waitForArrival() { arrival.wait() }
  func open() { opening.signal() }
}

/// A subscriber that stops at a gate when it is notified of 1.
private final class Slow: Sendable {
  let values = Locked<[Int?]>([], rank: .leaf)
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  func take(_ model: Persistable<Int>) {
    let value = model.found?.value
    values.withLock { $0.append(value) }
    if value == 1 { gate.pass() }
  }
}

/// Calls a closure with each value.
private final class Follower: Sendable {
  private let follow: @Sendable (Int?) -> Void

  init(_ source: Source<Persistable<Int>>, _ follow: @escaping @Sendable (Int?) -> Void) {
    self.follow = follow
    source.subscribe(self, method: Follower.take)
  }

  func take(_ model: Persistable<Int>) { follow(model.found?.value) }
}
