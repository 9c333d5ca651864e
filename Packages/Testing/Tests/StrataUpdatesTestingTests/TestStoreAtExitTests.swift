import Foundation
import StrataConcurrency
import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

/// Stores outside of all scopes that their test never releases.
@Suite struct TestStoreAtExitTests {
  private static let forever = Locked<TestStore<Search, SearchAction, SearchEnvironment>?>(
    nil,
    rank: .leaf
  )

  private static func leak() {
    let store = TestStore(update: Search.update, state: Search(), environment: SearchEnvironment())
    store.store.send(.found(["a"]))
    forever.withLock { $0 = store }
  }

  @Test func aStoreThatOutlivesItsTestIsCheckedWhenTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE),
      observing: [\.standardErrorContent]
    ) {
      Self.leak()
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("StrataUpdatesTestingTests/TestStoreAtExitTests.swift:16: "))
    #expect(text.contains("await store.receive(.found([\"a\"]))"))
  }
}
