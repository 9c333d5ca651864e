import StrataConcurrency
import StrataStores
import Testing

/// Two threads write a store while subscribers come and go.
///
/// A delivery goes through a copy of the list. The list may be written in place only when the delivery has released
/// that copy. Run these tests also under the thread sanitizer.
@Suite struct SubscriptionChurnTests {
  private static let rounds = 2_000

  @Test(arguments: Kind.allCases)
  func subscribersThatComeAndGoMissNothingWhileTheyAreThere(kind: Kind) async {
    let store = CounterStore()
    // With a store among the subscribers, each update goes through a propagation batch.
    let follower =
      kind == .closureBesideAStore ? ShiftedStore(store, by: 1, delivery: .immediate) : nil
    let faults = Recorded<String>()
    await onThreads(4) { thread in
      for round in 0..<Self.rounds {
        guard thread < 2 else {
          kind.subscribe(to: store, faults, isRead: round % 7 == 0)
          continue
        }
        store.add(1)
      }
    }
    #expect(faults.elements == [])
    #expect(store.state.count == 2 * Self.rounds)
    // None is left behind.
    let calls = Recorded<Int>()
    let last = store.subscribe { calls.append($0.count) }
    store.add(1)
    #expect(calls.elements == [2 * Self.rounds, 2 * Self.rounds + 1])
    last.cancel()
    withExtendedLifetime(follower) {}
  }

  enum Kind: CaseIterable, Sendable {
    case closure, closureBesideAStore, store

    /// Subscribes briefly, and checks that the numbers only rise.
    fileprivate func subscribe(
      to store: CounterStore,
      _ faults: Recorded<String>,
      isRead: Bool
    ) {
      let last = Locked(-1, rank: .leaf)
      let hear: @Sendable (Int) -> Void = { count in
        let before = last.withLock { last in
          defer { last = count }
          return last
        }
        if count < before { faults.append("\(count) after \(before)") }
      }
      switch self {
      case .closure, .closureBesideAStore:
        let token = store.subscribe { hear($0.count) }
        // Delivered states lag behind the state that is read, and never precede it.
        if isRead, last.withLock({ $0 }) > store.state.count { faults.append("told too early") }
        token.cancel()
      case .store:
        let follower = ShiftedStore(store, by: 1, delivery: .immediate)
        hear(follower.state.count)
        if isRead { hear(follower.state.count) }
      }
    }
  }
}
