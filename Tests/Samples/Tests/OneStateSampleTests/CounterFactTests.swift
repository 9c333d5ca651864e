// swift-format-ignore-file
// The section "Testing".
import Foundation
import StrataOneStore
import StrataOneStoreTesting
import XCTest

@testable import OneStateApp

class CounterFactTests: XCTestCase {
  func testExample() async throws {
    let id = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
    
    let store = TestStore<AppModel>(initialState: .init()) {
      $0.factClient.fetch = { "\($0) is a good number." }
      $0.uuid = .constant(id)
    }

    @TestModel var appModel = store.model

    appModel.addButtonTapped()
    await $appModel.assert {
      $0.counters = [.init(counter: .init(), id: id)]
    }

    @TestModel var counterRowModel = try XCTUnwrap(appModel.$counters.first)
    @TestModel var counterModel: CounterModel = counterRowModel.$counter

    counterModel.incrementTapped()
    await $counterModel.count.assert(1)

    counterModel.factButtonTapped()
    await $counterModel.receive(.onFact("1 is a good number."))
    await $appModel.factPrompt.assert(.init(count: 1, fact: "1 is a good number."))
  }

  // The document shows the statement; the test around it is added. Without it, the task would fail the test.
  func testTasksMayBeLeftOut() async throws {
    let store = TestStore<AppModel>(initialState: .init()) {
      $0.factClient.fetch = { _ in try await Task.sleep(for: .seconds(1_000_000)); return "" }
      $0.uuid = .constant(UUID(uuidString: "00000000-0000-0000-0000-000000000000")!)
    }
store.exhaustivity = [.state, .events]
    @TestModel var appModel = store.model
    appModel.addButtonTapped()
    await $appModel.counters.count(1)
    appModel.$counters[0].$counter.factButtonTapped()
  }
}

extension TestView where Tested == AppModel, Value == [CounterRowModel.State] {
  /// Asserts that a number of counters with the test's id have been added.
  fileprivate func count(_ count: Int) async {
    await assert { counters in
      for _ in 0..<count {
        counters.append(.init(counter: .init(), id: UUID(uuidString: "00000000-0000-0000-0000-000000000000")!))
      }
    }
  }
}
