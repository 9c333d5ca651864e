import Mistakes
import StrataModelsTesting
import XCTest

/// The same table in XCTest.
final class MistakeTableXCTests: XCTestCase {
  func testAScopeFindsEach() async {
    var table = MistakeTable()
    await table.add("withModelTesting") { test in try await withModelTesting { await test() } }
    check(table)
  }

  func testATesterFindsEach() async {
    var table = MistakeTable()
    await table.add("andTester()", holding: [.byTester], leaving: [.retained]) { test in
      await test()
    }
    check(table)
  }

  private func check(_ table: MistakeTable) {
    print(table.lines.joined(separator: "\n"))
    XCTAssertGreaterThan(table.count, 0)
    XCTAssertEqual(table.complaints, [])
  }
}
