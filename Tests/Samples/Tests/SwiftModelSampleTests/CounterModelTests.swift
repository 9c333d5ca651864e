// swift-format-ignore-file
// The section "Asserting Callbacks", with what it says of probes below the sample.
import Strata
import StrataModelsTesting
import StrataTesting
import XCTest

@testable import SwiftModelWork

class CounterModelTests: XCTestCase {
func testFactButtonTapped() async throws {
  let onFact = TestProbe()
  let (model, tester) = CounterModel(count: 2, onFact: onFact.call).andTester {
    $0.factClient.fetch = { "\($0) is a good number." }
  }

  model.factButtonTapped()

  await tester.assert {
    onFact.wasCalled(with: 2, "2 is a good number.")
  }
}

func testInstalledProbe() async throws {
  let onFact = TestProbe()
  let (_, tester) = CounterModel(count: 2, onFact: onFact.call).andTester()
tester.install(onFact)
}
}
