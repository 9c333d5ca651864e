import StrataConcurrency
import StrataStores
import Testing

@Suite struct StoreSubscriptionsTests {
  private let delivery = StoreDelivery.immediate

  @Test func followsAnotherStoreForItsLife() {
    let source = CounterStore(delivery: delivery)
    let told = Recorded<Int>()
    do {
      let follower = CounterStore(delivery: delivery)
      follower.subscribe(to: source) { told.append($0.count) }
      source.add(1)
      #expect(follower.otherStoresSubscriptions.count == 1)
    }
    source.add(1)
    #expect(told.elements == [0, 1])
  }

  @Test func handlersOfOneUpdateAreOneTransactionOfTheFollower() {
    let source = CounterStore(delivery: delivery)
    let follower = CounterStore(delivery: delivery)
    follower.subscribe(to: source) { [weak follower] state in
      follower?.state.count = state.count
      follower?.state.label = "\(state.count)"
    }
    let seen = Recorded<CounterState>()
    let token = follower.subscribe { seen.append($0) }
    source.add(7)
    #expect(seen.elements.map(\.label) == ["0", "7"])
    #expect(seen.elements.map(\.count) == [0, 7])
    token.stop()
  }

  @Test func subscribingAgainReplacesAndIsReported() {
    let source = CounterStore(delivery: delivery)
    let follower = CounterStore(delivery: delivery)
    let told = Recorded<String>()
    follower.subscribe(to: source) { _ in told.append("first") }
    let found = reports { follower.subscribe(to: source) { _ in told.append("second") } }
    source.add(1)
    #expect(told.elements == ["first", "second", "second"])
    #expect(
      found == [
        """
        \(follower.storeIdentifier) subscribes to \(source.storeIdentifier) a second time. The \
        new subscription takes the place of the old one. Call unsubscribe(from:) first if that is \
        meant, or do both in one closure.
        """
      ]
    )
  }

  @Test func reportsNameTheCallersLine() {
    let (source, follower) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    follower.subscribe(to: source) { _ in }
    let lines = Recorded<UInt>()
    let handler: ReportSink.Handler = { lines.append($0.callSite.line) }
    let line: UInt = #line + 2
    ReportSink.withHandler(handler) {
      follower.subscribe(to: source) { _ in }
    }
    #expect(lines.elements == [line])
  }

  @Test func aSubscriptionThatIsMadeDuringTheReportIsReplacedAlsoIfItIsRetained() {
    let (source, follower) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let (told, retained) = (Recorded<String>(), Recorded<any Cancellable>())
    follower.subscribe(to: source) { _ in told.append("first") }
    let handler: ReportSink.Handler = { _ in
      follower.subscribe(to: source) { _ in told.append("nested") }
      for token in follower.otherStoresSubscriptions.values { retained.append(token) }
    }
    ReportSink.withHandler(handler) {
      follower.subscribe(to: source) { _ in told.append("second") }
    }
    source.add(1)
    #expect(retained.count == 1)
    #expect(told.elements == ["first", "nested", "second", "second"])
  }

  @Test func twoStoresOfOneClassAreFollowedSideBySide() {
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let sum = SumStore(a, b, delivery: delivery)
    a.add(1)
    b.add(2)
    #expect(sum.state.left == 1)
    #expect(sum.state.right == 2)
    #expect(Set(sum.otherStoresSubscriptions.keys) == [a.storeIdentifier, b.storeIdentifier])
  }

  @Test func unsubscribingEndsOneSubscription() {
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let sum = SumStore(a, b, delivery: delivery)
    sum.unsubscribe(from: a)
    a.add(1)
    b.add(2)
    #expect(sum.state.left == 0)
    #expect(sum.state.right == 2)
    #expect(sum.otherStoresSubscriptions.count == 1)
    sum.unsubscribe(from: a)
  }

  @Test func followsWithoutLookingAtTheState() {
    let (source, follower) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let told = Recorded<Bool>()
    follower.subscribe(to: source) { () -> Void in told.append(true) }
    source.add(1)
    #expect(told.count == 2)
  }

  @Test func treesOfStoresComposeIntoOneState() {
    let leaves = (0..<4).map { CounterStore(count: $0, delivery: delivery) }
    let left = SumStore(leaves[0], leaves[1], delivery: delivery)
    let right = SumStore(leaves[2], leaves[3], delivery: delivery)
    let root = CounterStore(delivery: delivery)
    root.subscribe(to: left) { [weak root] _ in root?.state.label += "l" }
    root.subscribe(to: right) { [weak root] _ in root?.state.label += "r" }
    leaves[3].add(1)
    #expect(root.state.label == "lrr")
  }
}
