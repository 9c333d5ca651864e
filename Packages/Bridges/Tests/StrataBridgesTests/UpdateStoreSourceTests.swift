import StrataConcurrency
import StrataSources
import StrataUpdates
import Testing

@testable import StrataBridges

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

  @Test func subscriberThatSendsFromItsCallLosesNothingOfTwoThreads() async {
    /// Sends a large number for each of the first hundred states that it is told.
    final class Echo: Sendable {
      let told = Locked<[Int]>([], rank: .leaf)
      let left = Locked(100, rank: .leaf)
      let store: SumStore
      let source: Source<Int>
      init(_ store: SumStore) {
        self.store = store
        source = store.eraseToSource()
        source.subscribe(self, method: Echo.take)
      }
      func take(_ state: Int) {
        told.withLock { $0.append(state) }
        let isLeft = left.withLock { left in
          left -= 1
          return left >= 0
        }
        if isLeft { store.send(1_000_000) }
      }
    }
    let store = makeSumStore()
    let echo = Echo(store)
    await onThreads(2) { _ in
      for _ in 0..<500 { store.send(1) }
    }
    #expect(store.state == 100_001_000)
    #expect(echo.source.model == 100_001_000)
    let told = echo.told.withLock { $0 }
    #expect(told.last == 100_001_000)
    #expect(told.first == 0)
    // No state was left out, and none was told before the one from which it was made.
    #expect(zip(told, told.dropFirst()).allSatisfy { [1, 1_000_000].contains($1 - $0) })
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
    // The source keeps the store, and goes on.
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
