import StrataConcurrency
import StrataDependencies
import StrataModels
import StrataModelsTesting
import StrataStores
import StrataTesting
import XCTest

/// A domain store as a user writes it, with the default delivery.
private struct Meter: StateContainer {
  enum State: EnumState { case idle }
  var current = State.idle
  var reading = 0
}

// SAFETY: it has no state beside that of its base class.
private final class MeterStore: Store<Meter>, @unchecked Sendable {
  init() { super.init(initialState: Meter()) }

  func step() { state.reading += 1 }

  func double(_ other: MeterStore) {
    subscribe(to: other) { [weak self] meter in self?.state.reading = meter.reading * 2 }
  }
}

/// Tests of domain stores in a case with scopes, as its users write them.
final class ScopedMeterTests: ScopedTestCase {
  /// The main queue delivers to the second store while the test waits elsewhere.
  func testWaitsForTheStoresThatFollow() async {
    for _ in 0..<50 {
      let first = MeterStore()
      let second = MeterStore()
      second.double(first)
      first.step()
      await expect {
        first.state.reading == 1
        second.state.reading == 2
      }
    }
  }

  func testWaitsForTheLastDelivery() async {
    let first = MeterStore()
    let second = MeterStore()
    let third = MeterStore()
    second.double(first)
    third.double(second)
    first.step()
    await expect(first.state.reading == 1 && second.state.reading == 2 && third.state.reading == 4)
  }
}

/// Tests with a clock that the test moves, without a tester.
final class ScopedClockTests: ScopedTestCase {
  func testAClockThatTheTestMovesDrivesItsTrees() async {
    let clock = TestClock()
    let ticker = Tally().withAnchor { $0.continuousClock = clock }
    ticker.tick(times: 5)
    await expect(ticker.count == 0)
    await clock.advance(by: .seconds(3))
    await expect(ticker.count == 3)
    await clock.run()
    await expect(ticker.count == 5)
  }

  func testAClockOfTheTestDrivesTasksThatHaveNotBegun() async {
    let clock = TestClock()
    let ticker = Tally().withAnchor { $0.continuousClock = clock }
    ticker.tick(times: 2)
    await clock.advance(by: .seconds(2))
    await expect(ticker.count == 2)
  }
}

extension Tally {
  /// Counts each second.
  fileprivate func tick(times: Int) {
    node.task("tick") {
      for _ in 0..<times {
        try await node.continuousClock.sleep(for: .seconds(1))
        count += 1
      }
    } catch: { _ in
    }
  }
}

final class StoreCaseTests: XCTestCase {
  /// The main queue delivers when the test has returned, what it delivers starts a task, and so once more.
  func testWorkThatALastDeliveryStartsIsPartOfTheTest() {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    let stores = Locked<[MeterStore]>([], rank: .leaf)
    let test = ScopedTestCase(name: "test") { _ in
      let (tally, _) = Tally().andTester()
      let made = withoutTestScope { (0..<4).map { _ in MeterStore() } }
      made[1].subscribe(to: made[0]) { meter in
        if meter.reading == 1 { tally.node.task { made[2].step() } }
      }
      made[3].subscribe(to: made[2]) { meter in
        if meter.reading == 1 { tally.addSoon() }
      }
      made[0].step()
      stores.withLock { $0 = made }
    }
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      test.invokeTest()
    }
    let messages = found.withLock { $0.map(\.message) }
    XCTAssertTrue(messages.contains { $0.contains("tally.count: 0 → ") }, "\(messages)")
    withExtendedLifetime(stores.withLock { $0 }) {}
  }

  /// A store makes its tree at a line of the library.
  func testAnOmissionInAStoreIsPlacedAtTheFunction() {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    let test = StoreCase(name: "StoreCase.testStep") { ($0 as? StoreCase)?.testStep() }
    FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      test.invokeTest()
    }
    let failures = found.withLock { $0 }
    XCTAssertEqual(failures.map(\.kind), [.state])
    let place = "StrataXCTestTests/StoreCaseTests.swift:\(StoreCase.line): "
    XCTAssertEqual(failures.map { $0.description.hasPrefix(place) }, [true], "\(failures)")
  }
}

/// The case of a test that another test runs.
private final class StoreCase: ScopedTestCase {
  static let line = #line + 2

  func testStep() { MeterStore().step() }
}
