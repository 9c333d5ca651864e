import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
import XCTest

private struct Bell: Model {
  struct State: Equatable, Sendable {
    var rings = 0
  }

  enum Event: Equatable, Sendable {
    case rang
  }

  @ModelState private var state: State

  func ring() {
    task {
      state.rings += 1
      send(.rang)
    }
  }
}

/// Test stores in XCTest: a case with scopes checks them at the end of the test, released or not.
final class TestStoreXCTests: XCTestCase {
  private typealias Kept = Locked<TestStore<Bell>?>

  func testACaseWithScopesChecksAStoreThatOutlivesTheTest() {
    let kept = Kept(nil, rank: .leaf)
    let found = failures {
      let store = TestStore<Bell>(initialState: .init())
      kept.withLock { $0 = store }
      store.model.ring()
    }
    XCTAssertEqual(found.map(\.kind), [.state, .events, .lifetime])
    _ = kept.withLock { $0.take() }
  }

  func testACaseWithScopesFindsNothingThatIsAsserted() {
    let found = failures {
      let store = TestStore<Bell>(initialState: .init())
      @TestModel var bell = store.model
      bell.ring()
      await $bell.rings.assert(1)
      await $bell.receive(.rang)
    }
    XCTAssertEqual(found.map(\.message), [])
  }

  func testAPlainCaseChecksAStoreWhenItIsReleased() {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      let store = TestStore<Bell>(initialState: .init())
      store.model.ring()
    }
    XCTAssertEqual(found.withLock { $0.map(\.kind) }, [.state, .events])
  }

  /// Runs a body as a test of a case with scopes, and collects what is wrong.
  private func failures(_ body: @escaping @Sendable () async -> Void) -> [TestFailure] {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    let test = ScopedTestCase(name: "test") { testCase in
      let isOver = testCase.expectation(description: "the test is over")
      Task {
        await body()
        isOver.fulfill()
      }
      testCase.wait(for: [isOver], timeout: 600)
    }
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      test.invokeTest()
    }
    return found.withLock { $0 }
  }
}
