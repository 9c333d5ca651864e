import StrataConcurrency
import StrataSources
import StrataUpdates
import Testing

@testable import StrataBridges

extension ArraySlice<Int> {
  /// Whether no state was left out, and none delivered before the one from which it was made.
  fileprivate var isWhole: Bool {
    zip(self, dropFirst()).allSatisfy { [1, 1_000_000].contains($1 - $0) }
  }
}

@Suite struct UpdateStoreSourceTests {
  @Test func hasTheStatesOfTheStoreInOrder() {
    let store = makeSumStore()
    store.send(1)
    let source = store.eraseToSource()
    let recorder = Recorder(source)
    store.send(2)
    store.send(0)
    store.send(3)
    #expect(recorder.models == [1, 3, 6])
    #expect(source.model == 6)
  }

  /// Sends a large number for each of the first hundred states that it receives.
  private final class Echo: Sendable {
    private let states = Locked<[Int]>([], rank: .leaf)
    private let left = Locked(100, rank: .leaf)
    private let store: SumStore
    let source: Source<Int>

    var told: [Int] { states.withLock { $0 } }

    init(_ store: SumStore) {
      self.store = store
      source = store.eraseToSource()
      source.subscribe(self, method: Echo.take)
    }

    private func take(_ state: Int) {
      states.withLock { $0.append(state) }
      let isLeft = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if isLeft { store.send(1_000_000) }
    }
  }

  @Test func subscriberThatSendsFromItsCallLosesNothingOfTwoThreads() async {
    let store = makeSumStore()
    let echo = Echo(store)
    #expect(echo.told == (0...100).map { $0 * 1_000_000 })
    await onThreads(2) { _ in
      for _ in 0..<500 { store.send(1) }
    }
    #expect(store.state == 100_001_000)
    #expect(echo.source.model == 100_001_000)
    #expect(echo.told.last == 100_001_000)
    #expect(echo.told[...].isWhole)
  }

  @Test func subscriberThatComesWhileTwoThreadsSendLosesNothing() async {
    let store = makeSumStore()
    let echo = Locked<Echo?>(nil, rank: .leaf)
    await onThreads(3) { number in
      guard number == 0 else {
        for _ in 0..<2_000 { store.send(1) }
        return
      }
      let made = Echo(store)
      echo.withLock { $0 = made }
    }
    let made = echo.withLock { $0 }
    #expect(store.state == 100_004_000)
    #expect(made?.told.last == 100_004_000)
    // States that others set between the first model and the beginning of the calls may be left out.
    #expect(made?.told.dropFirst().isWhole == true)
  }

  @Test func nothingIsLeftWhenStoreAndSourceAreReleased() {
    weak var store: SumStore?
    var source: Source<Int>?
    do {
      let made = makeSumStore()
      store = made
      source = made.eraseToSource()
      made.send(2)
    }
    // The source retains the store, and goes on.
    #expect(source?.model == 2)
    store?.send(3)
    #expect(source?.model == 5)
    source = nil
    #expect(store == nil)
  }

  @Test func storeDoesNotKeepTheSource() {
    let store = makeSumStore()
    weak var source: FollowingSource<Int>?
    do {
      let made = FollowingSource<Int>(read: { store.state }, follow: { store.observe($0) })
      #expect(made.model == 0)
      source = made
    }
    #expect(source == nil)
    store.send(1)
  }
}
