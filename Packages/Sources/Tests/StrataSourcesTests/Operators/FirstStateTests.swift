import Foundation
import StrataSources
import Testing

/// A request may have failed before an operator first looks at it.
@Suite struct FirstStateTests {
  typealias Stub = FetchStub<Int>
  let bad = Result<Int, StubError>.failure(StubError("bad"))

  @Test func failureThatIsThereBeforeTheFirstLookIsShownInPlaceOfAnExpiredValue() {
    let stub = Stub([bad, .success(2)])
    let kept = FetchOperatorTests.KeptStub(.found(.init(value: 1, isExpired: true)))
    let source = stub.eraseToSource().persisted(using: kept.eraseToSource())
    let words = Recorder(source.map(\.word))
    #expect(words.models == ["failure bad 1"])
    #expect(source.model.word == "failure bad 1")
    #expect(kept.model.found?.value == 1)
    source.model.failure?.retry?()
    #expect(words.models.last == "fetched 2")
    #expect(stub.requests == 2)
  }

  @Test func failureThatIsThereWhenARefreshFirstLooksIsNotLost() {
    let stub = Stub([bad, bad])
    let kept = PersistedInMemorySource(1)
    let source = stub.eraseToSource().persisted(using: kept.eraseToSource())
    let words = Recorder(source.map(\.word))
    source.model.fetched?.refresh?()
    #expect(words.models == ["fetched 1", "failure bad 1"])
    #expect(stub.requests == 1)
  }

  @Test(arguments: [false, true])
  func aRefreshRequestsOnceIfTheFirstAnswerComesAtOnce(isBehindOperators: Bool) {
    let stub = Stub([.success(2), .success(3)])
    let fetch = stub.eraseToSource()
    let upstream = isBehindOperators ? fetch.retrying().refreshing(every: .infinity) : fetch
    let source = upstream.persisted(using: PersistedInMemorySource(1).eraseToSource())
    #expect(source.model.word == "fetched 1")
    source.model.fetched?.refresh?()
    #expect(source.model.word == "fetched 2")
    #expect(stub.requests == 1)
  }

  @Test func aRefreshRequestsAgainIfTheUpstreamHasItsAnswerAlready() {
    let stub = Stub([.success(2), .success(3)])
    let fetch = stub.eraseToSource()
    let source = fetch.retrying().persisted(using: PersistedInMemorySource(1).eraseToSource())
    #expect(source.model.word == "fetched 1")
    #expect(fetch.model.word == "fetched 2")
    source.model.fetched?.refresh?()
    #expect(source.model.word == "fetched 3")
    #expect(stub.requests == 2)
  }

  /// Its first model is stored, and no answer to a request.
  @Test func aRefreshRequestsIfTheFirstModelOfTheUpstreamIsNoAnswer() {
    // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
    final class Stored: SourceOf<Fetchable<Int>>, @unchecked Sendable {
      @Action(Stored.refresh) private var refreshAction
      var initialModel: Fetchable<Int> { .fetched(.init(value: 2, refresh: refreshAction)) }
      private func refresh() { model = .fetched(.init(value: 3, refresh: refreshAction)) }
    }
    let kept = PersistedInMemorySource(1)
    let source = Stored().eraseToSource().persisted(using: kept.eraseToSource())
    #expect(source.model.word == "fetched 1")
    source.model.fetched?.refresh?()
    #expect(source.model.word == "fetched 3")
  }

  @Test func operatorsShowAFailureThatIsThereBeforeTheirFirstLook() {
    let failed = Stub([bad]).eraseToSource()
    #expect(failed.model.word == "failure bad 1")
    let never = RetryStrategy.everyIntervalWithMaximum(1, 0)
    #expect(failed.retrying(never).model.word == "failure bad 1")
    #expect(failed.refreshing(every: .infinity).model.word == "failure bad 1")
    #expect(failed.flatMap { _ in failed }.model.word == "failure bad 1")
    let pair = failed.combinedFetch(with: Stub().eraseToSource())
    #expect(pair.model.word == "failure bad 1")
    let data = FetchStub<Data>([.failure(StubError("bad"))]).eraseToSource()
    #expect(data.decoded { $0.count }.model.word == "failure bad 1")
    let row = ConnectableSource { failed }.eraseToSource().autoConnecting()
    #expect(row.model.connected?.value.word == "failure bad 1")
  }
}
