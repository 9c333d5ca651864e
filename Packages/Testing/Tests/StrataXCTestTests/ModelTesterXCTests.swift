import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import XCTest

/// The same functions in XCTest, which has no traits.
final class ModelTesterXCTests: XCTestCase {
  func testAssertsAboutAModelOutsideOfAScope() async throws {
    let (tally, tester) = Tally().andTester()
    tally.addLater()
    XCTAssertEqual(tally.count, 0)
    await tester.assert(tally.count == 1)
  }

  func testAScopeRunsTheTestInASimulation() async throws {
    try await withModelTesting {
      let (tally, tester) = Tally().andTester()
      tally.addLater()
      await tester.assert(tally.count == 1)
    }
  }

  func testWhatNobodyAssertedIsFound() async throws {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    await FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      let (tally, tester) = Tally().andTester()
      tally.count = 3
      await tester.assert(tally.count == 4)
    }
    XCTAssertEqual(found.withLock { $0.map(\.kind) }, [.assertion])
  }

  @MainActor func testRunsOnTheMainActorToo() async throws {
    let (tally, tester) = Tally().andTester()
    tally.addLater()
    await tester.assert(tally.count == 1)
    tally.addOnTheMainActor()
    await tester.assert(tally.count == 2)
  }

  @MainActor func testATesterMayEndOnTheMainThread() {
    let (tally, tester) = Tally().andTester()
    tester.exhaustivity = .off
    tally.addOnTheMainActor()
  }
}
