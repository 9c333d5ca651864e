import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import XCTest

/// The same functions in XCTest, whose runner knows no traits.
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

private struct Tally: Model {
  static let modelLayout = ModelLayout<Tally>("Tally") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Tally>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 0) }

  func addLater() {
    node.task {
      try await node.continuousClock.sleep(for: .milliseconds(300))
      count += 1
    } catch: { _ in
    }
  }

  @MainActor func addOnTheMainActor() {
    node.task { @MainActor in
      MainActor.assertIsolated()
      count += 1
    }
  }
}
