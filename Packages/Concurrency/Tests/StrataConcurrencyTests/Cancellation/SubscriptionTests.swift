import Dispatch
import StrataConcurrency
import Synchronization
import Testing

@Suite struct SubscriptionTests {
  private final class Calls: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
  }

  /// An object that has the subscription whose closure retains it.
  private final class Owner: Sendable {
    let subscription = Locked<Subscription?>(nil, rank: .leaf)
  }

  @Test func cancellationEndsItOnce() {
    let ends = Calls()
    let subscription = Subscription { ends.add() }
    #expect(!subscription.isCancelled)
    #expect(ends.value == 0)
    subscription.cancel()
    #expect(subscription.isCancelled)
    subscription.cancel()
    #expect(ends.value == 1)
  }

  @Test func releaseEndsIt() {
    let ends = Calls()
    var subscription: Subscription? = Subscription { ends.add() }
    #expect(ends.value == 0)
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(ends.value == 1)
  }

  @Test func releaseAfterCancellationEndsNothing() {
    let ends = Calls()
    do {
      let subscription = Subscription { ends.add() }
      subscription.cancel()
    }
    #expect(ends.value == 1)
  }

  @Test func itIsCancelledBeforeItsClosureRuns() {
    let subscription = Locked<Subscription?>(nil, rank: .leaf)
    let seen = Locked<[Bool]>([], rank: .leaf)
    let made = Subscription {
      guard let subscription = subscription.withLock({ $0 }) else { return }
      seen.withLock { $0.append(subscription.isCancelled) }
      subscription.cancel()
    }
    subscription.withLock { $0 = made }
    made.cancel()
    #expect(seen.withLock { $0 } == [true])
  }

  @Test func cancellationReleasesTheClosure() {
    weak var released: Owner?
    do {
      let owner = Owner()
      released = owner
      let subscription = Subscription { withExtendedLifetime(owner) {} }
      owner.subscription.withLock { $0 = subscription }
      #expect(released != nil)
      subscription.cancel()
    }
    #expect(released == nil)
  }

  @Test func oneOfManyThreadsEndsIt() {
    for _ in 0..<500 {
      let ends = Calls()
      let subscription = Subscription { ends.add() }
      DispatchQueue.concurrentPerform(iterations: 4) { _ in subscription.cancel() }
      #expect(ends.value == 1)
    }
  }
}
