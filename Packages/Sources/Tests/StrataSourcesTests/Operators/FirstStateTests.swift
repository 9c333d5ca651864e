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
    #expect(words.models.first == "fetched 1")
    #expect(words.models.last == "failure bad 2")
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
