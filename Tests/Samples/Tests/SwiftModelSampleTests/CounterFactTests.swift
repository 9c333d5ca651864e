// swift-format-ignore-file
// The section "Testing", up to "Asserting Callbacks".
import Strata
import StrataModelsTesting
import StrataTesting
import XCTest

@testable import SwiftModelComposition

class CounterFactTests: XCTestCase {
  func testExample() async throws {
    let (appModel, tester) = AppModel().andTester {
        $0.factClient.fetch = { "\($0) is a good number." }
    }

    appModel.addButtonTapped()
    await tester.assert(appModel.counters.count == 1)

    let counterRowModel = try await tester.unwrap(appModel.counters.first)
    let counterModel = counterRowModel.counter

    counterModel.incrementTapped()
    await tester.assert(counterModel.count == 1)
  }
}
