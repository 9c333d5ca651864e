import Foundation
import StrataConcurrency
import StrataSources
import Testing

@Suite struct FetchOperatorTests {
  typealias Stub = FetchStub<Int>
  let bad = Result<Int, StubError>.failure(StubError("bad"))

  // MARK: persisted(using:)

  @Test func keptValueIsThereAndNothingIsFetched() {
    let stub = Stub([.success(2)])
    let kept = PersistedInMemorySource(1)
    let source = stub.eraseToSource().persisted(using: kept.eraseToSource())
    #expect(source.model.word == "fetched 1")
    #expect(stub.requests == 0)
  }

  @Test func missingValueIsFetchedAndKept() {
    let stub = Stub()
    let kept = PersistedInMemorySource<Int>()
    let words = Recorder(stub.eraseToSource().persisted(using: kept.eraseToSource()).map(\.word))
    #expect(stub.requests == 1)
    stub.answer(.success(5))
    #expect(words.models == ["fetching", "fetched 5"])
    #expect(kept.model.found?.value == 5)
  }

  @Test func refreshFetchesInAnyCase() {
    let stub = Stub()
    let kept = PersistedInMemorySource(1)
    let source = stub.eraseToSource().persisted(using: kept.eraseToSource())
    let words = Recorder(source.map(\.word))
    source.model.fetched?.refresh?()
    #expect(stub.requests == 1)
    #expect(source.model.word == "fetched 1")
    stub.answer(.success(2))
    source.model.fetched?.refresh?()
    stub.answer(.success(3))
    #expect(stub.requests == 2)
    #expect(words.models == ["fetched 1", "fetched 2", "fetched 3"])
    #expect(kept.model.found?.value == 3)
  }

  @Test func expiredValueStaysWhileItIsFetchedAgain() {
    let stub = Stub()
    let kept = KeptStub(.found(.init(value: 1, isExpired: true)))
    let words = Recorder(stub.eraseToSource().persisted(using: kept.eraseToSource()).map(\.word))
    #expect(stub.requests == 1)
    stub.answer(.success(2))
    #expect(words.models == ["fetched 1", "fetched 2"])
  }

  @Test func valueThatExpiresOrIsClearedLaterIsFetchedAgain() {
    let stub = Stub()
    let kept = KeptStub(.found(.init(value: 1)))
    let words = Recorder(stub.eraseToSource().persisted(using: kept.eraseToSource()).map(\.word))
    kept.model = .found(.init(value: 1, isExpired: true))
    #expect(stub.requests == 1)
    stub.answer(.success(2))
    kept.model = .notFound(.init())
    #expect(words.models.last == "fetching")
    #expect(stub.requests == 2)
    stub.answer(.success(3))
    #expect(words.models.last == "fetched 3")
  }

  @Test func failureOfAPersistedFetchCanBeRetried() {
    let stub = Stub([bad, .success(4)])
    let source = stub.eraseToSource()
      .persisted(using: PersistedInMemorySource<Int>().eraseToSource())
    #expect(source.model.word == "failure bad 1")
    source.model.failure?.retry?()
    #expect(source.model.word == "fetched 4")
  }

  /// Sets further values of a source when a certain one comes.
  private final class Hasty: Sendable {
    let upstream: Plain<Fetchable<Int>>

    init(_ upstream: Plain<Fetchable<Int>>) {
      self.upstream = upstream
    }

    func take(_ model: Fetchable<Int>) {
      guard model.fetched?.value == 9 else { return }
      for number in 2...5 { upstream.model = .fetched(.init(value: number)) }
    }
  }

  @Test func valuesThatAreFetchedWhileAnotherIsShownAreShownInOrder() {
    let upstream = Plain<Fetchable<Int>>(.fetching(.init()))
    let kept = PersistedInMemorySource<Int>()
    let source = upstream.eraseToSource().persisted(using: kept.eraseToSource())
    let hasty = Hasty(upstream)
    let words = Recorder(source.map(\.word))
    source.subscribe(hasty, method: Hasty.take)
    upstream.model = .fetched(.init(value: 1))
    kept.model.set(9)
    #expect(words.models == ["fetching"] + [1, 9, 2, 3, 4, 5].map { "fetched \($0)" })
    #expect(kept.model.found?.value == 5)
    kept.model.set(7)
    #expect(words.models.last == "fetched 7")
    withExtendedLifetime(hasty) {}
  }

  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class KeptStub: SourceOf<Persistable<Int>>, @unchecked Sendable {
    let initialModel: Persistable<Int>
    init(_ model: Persistable<Int>) { initialModel = model }
  }

  @Test func whatACacheCannotKeepIsNotFetchedForEver() {
    let cache = CachePersistence(limit: .maxSize(10))
    let large = Data(repeating: 1, count: 20)
    let stub = FetchStub<Data>(Array(repeating: .success(large), count: 5))
    let source = stub.eraseToSource()
      .persisted(using: cache.source(for: CacheDescriptor<Data>(key: "large")))
    #expect(source.model.fetched?.value == large)
    #expect(stub.requests == 1)
    source.model.fetched?.refresh?()
    #expect(source.model.fetched?.value == large)
    #expect(stub.requests == 2)
  }

  @Test func valuesThatDriveOneAnotherOutOfACacheAreNotFetchedForEver() {
    let cache = CachePersistence(limit: .maxCount(1))
    let stubs = (0..<2).map { _ in Stub(Array(repeating: .success(1), count: 5)) }
    let words = stubs.enumerated().map { index, stub in
      let kept = cache.source(for: CacheDescriptor<Int>(key: "\(index)"))
      return Recorder(stub.eraseToSource().persisted(using: kept).map(\.word))
    }
    #expect(stubs.map(\.requests) == [1, 1])
    #expect(words.map(\.models.last) == ["fetched 1", "fetched 1"])
  }

  // MARK: combinedFetch(with:)

  @Test func pairIsFetchedWhenBothAre() {
    let (a, b) = (Stub(), FetchStub<String>())
    let words = Recorder(a.eraseToSource().combinedFetch(with: b.eraseToSource()).map(\.word))
    a.answer(.success(1))
    b.answer(.success("x"))
    #expect(words.models.first == "fetching")
    #expect(words.models.last == #"fetched (1, "x")"#)
  }

  @Test func firstErrorIsShownAndRetryFetchesWhatFailed() {
    let (a, b) = (Stub(), Stub())
    let source = a.eraseToSource().combinedFetch(with: b.eraseToSource())
    _ = source.model
    b.answer(.failure(StubError("second")))
    #expect(source.model.word == "failure second 1")
    a.answer(.failure(StubError("first")))
    #expect(source.model.word == "failure first 1")
    source.model.failure?.retry?()
    #expect((a.requests, b.requests) == (2, 2))
    #expect(source.model.word == "fetching")
    a.answer(.success(1))
    b.answer(.success(2))
    #expect(source.model.word == "fetched (1, 2)")
  }

  @Test func refreshShowsTheOldPairUntilBothAreNew() {
    let (a, b) = (Stub([.success(1)]), Stub([.success(2)]))
    let source = a.eraseToSource().combinedFetch(with: b.eraseToSource())
    let words = Recorder(source.map(\.word))
    source.model.fetched?.refresh?()
    a.answer(.success(10))
    #expect(source.model.word == "fetched (1, 2)")
    b.answer(.success(20))
    #expect(words.models == ["fetched (1, 2)", "fetched (10, 20)"])
    source.model.fetched?.refresh?()
    b.answer(.success(200))
    #expect(source.model.word == "fetched (10, 20)")
    a.answer(.success(100))
    #expect(words.models.last == "fetched (100, 200)")
  }

  @Test func aValueThatHasNoRefreshIsNotWaitedFor() {
    let fixed = Source(model: Fetchable.fetched(.init(value: 1)))
    let stub = Stub([.success(2)])
    let first = fixed.combinedFetch(with: stub.eraseToSource())
    let second = stub.eraseToSource().combinedFetch(with: fixed)
    #expect([first.model.word, second.model.word] == ["fetched (1, 2)", "fetched (2, 1)"])
    first.model.fetched?.refresh?()
    stub.answer(.success(3))
    #expect([first.model.word, second.model.word] == ["fetched (1, 3)", "fetched (3, 1)"])
    second.model.fetched?.refresh?()
    stub.answer(.success(4))
    #expect([first.model.word, second.model.word] == ["fetched (1, 4)", "fetched (4, 1)"])
  }

  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class Fixed: SourceOf<Fetchable<Int>>, @unchecked Sendable {
    @Action(Fixed.refresh) private var refreshAction
    var initialModel: Fetchable<Int> { .fetched(.init(value: 1, refresh: refreshAction)) }
    private func refresh() {}
    func stale() -> Fetchable<Int> { model }
  }

  @Test func oneThatCannotBeRefreshedIsNotWaitedFor() {
    let gone = Fixed().stale()
    let stub = Stub([.success(2)])
    let source = Source(model: gone).combinedFetch(with: stub.eraseToSource())
    #expect(source.model.word == "fetched (1, 2)")
    source.model.fetched?.refresh?()
    stub.answer(.success(3))
    #expect(source.model.word == "fetched (1, 3)")
    let other = stub.eraseToSource().combinedFetch(with: Source(model: gone))
    #expect(other.model.word == "fetched (3, 1)")
    other.model.fetched?.refresh?()
    stub.answer(.success(4))
    #expect(other.model.word == "fetched (4, 1)")
  }

  @Test(arguments: [false, true])
  func theErrorOfOneThatCannotBeRefreshedIsPublished(isFirst: Bool) async {
    let errors = ActionExecution.errors.values()
    let gone = Fixed().stale()
    let (fixed, stub) = (Source(model: gone), Stub([.success(2)]).eraseToSource())
    let source = isFirst ? fixed.combinedFetch(with: stub) : stub.combinedFetch(with: fixed)
    source.model.fetched?.refresh?()
    let id = gone.fetched?.refresh?.sourceID
    for await execution in errors where execution.sourceID == id {
      #expect(execution.error?.code == .deinitialized)
      break
    }
  }

  @Test func whatOthersKeepWhileAFetchedValueIsKeptCounts() {
    /// Stores the value that it receives, and at once another one.
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Busy: SourceOf<Persistable<Int>>, @unchecked Sendable {
      @Action(Busy.keep) private var keepAction
      lazy var initialModel = Persistable<Int>.notFound(.init(set: keepAction))
      private func keep(_ value: Int) {
        model = .found(.init(value: value, set: keepAction))
        model = .found(.init(value: -value, set: keepAction))
      }
    }
    let stub = Stub()
    let source = stub.eraseToSource().persisted(using: Busy().eraseToSource())
    _ = source.model
    stub.answer(.success(5))
    #expect(source.model.word == "fetched -5")
  }

  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class Loading: SourceOf<Fetchable<Int>>, @unchecked Sendable {
    let progress = ProgressSource(FetchProgress(totalUnitCount: 10, completedUnitCount: 0))
    var initialModel: Fetchable<Int> { .fetching(.init(progress: progress.eraseToSource())) }
  }

  @Test func progressOfOneCountsHalfUntilTheOtherIsFetched() {
    let loading = Loading()
    loading.progress.report(FetchProgress(totalUnitCount: 10, completedUnitCount: 5))
    func fraction(_ first: Source<Fetchable<Int>>, _ second: Source<Fetchable<Int>>) -> Double? {
      first.combinedFetch(with: second).model.fetching?.progress?.model.fractionCompleted
    }
    let source = loading.eraseToSource()
    let fetched = Source(model: Fetchable.fetched(.init(value: 1)))
    let silent = Source(model: Fetchable<Int>.fetching(.init()))
    #expect(fraction(source, fetched) == 0.75)
    #expect(fraction(fetched, source) == 0.75)
    #expect(fraction(source, silent) == 0.25)
    #expect(fraction(silent, source) == 0.25)
  }

  @Test func progressIsThatOfBoth() {
    let (a, b) = (Loading(), Loading())
    let source = a.eraseToSource().combinedFetch(with: b.eraseToSource())
    let progress = source.model.fetching?.progress
    a.progress.report(FetchProgress(totalUnitCount: 10, completedUnitCount: 5))
    #expect(progress?.model.fractionCompleted == 0.25)
    b.progress.report(FetchProgress(totalUnitCount: 10, completedUnitCount: 10))
    #expect(progress?.model.fractionCompleted == 0.75)
  }

  // MARK: Decoding

  struct User: Decodable, Equatable, Sendable { let name: String }

  /// Foundation's decoder alone ends the program for these bytes.
  @Test func deeplyNestedJSONIsAFailure() async {
    await #expect(processExitsWith: .success) {
      let stub = FetchStub<Data>()
      let source: Source<Fetchable<[Int]>> = stub.eraseToSource().jsonDecoded()
      _ = source.model
      stub.answer(.success(Data(String(repeating: "[", count: 513).utf8)))
      #expect(source.model.failure?.failedAttempts == 1)
    }
  }

  @Test func jsonIsDecodedAndWhatCannotBeIsAFailureWithItsOwnCount() {
    let stub = FetchStub<Data>()
    let source: Source<Fetchable<User>> = stub.eraseToSource().jsonDecoded()
    _ = source.model
    stub.answer(.success(Data("{".utf8)))
    #expect(source.model.failure?.failedAttempts == 1)
    source.model.failure?.retry?()
    #expect(stub.requests == 2)
    stub.answer(.success(Data("[]".utf8)))
    #expect(source.model.failure?.failedAttempts == 2)
    stub.answer(.success(Data(#"{"name": "Ada"}"#.utf8)))
    #expect(source.model.fetched?.value == User(name: "Ada"))
    #expect(source.model.name == "Ada")
    stub.answer(.success(Data()))
    #expect(source.model.failure?.failedAttempts == 1)
    stub.answer(.failure(StubError("offline")))
    #expect(source.model.word == "failure offline 1")
  }

  @Test func customDecoderDecodes() {
    let stub = FetchStub<Data>([.success(Data("abc".utf8))])
    #expect(stub.eraseToSource().decoded { $0.count }.model.word == "fetched 3")
    #expect(
      stub.eraseToSource().decoded { $0.count }.mapFetchedValue { $0 * 2 }.model.word == "fetched 6"
    )
  }

  // MARK: Placeholders

  @Test func placeholderVariantsStayPlaceholderVariants() {
    let stub = Stub()
    let source = stub.eraseToSource().addingPlaceholder("…")
    let retrying: Source<FetchableWithPlaceholder<Int, String>> = source.retrying()
      .mapFetchedValue { $0 * 10 }
      .mapFetchablePlaceholder { $0 + "…" }
    #expect(retrying.model.placeholder == "……")
    #expect(retrying.model.fetching != nil)
    stub.answer(.success(4))
    #expect(retrying.model.fetched?.value == 40)
    let combined = source.combinedFetch(with: stub.eraseToSource().addingPlaceholder(0))
    #expect(combined.model.fetched?.value.0 == 4)
    #expect(combined.model.placeholder.0 == "…")
  }
}
