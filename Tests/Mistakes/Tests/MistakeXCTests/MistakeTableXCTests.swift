import Foundation
import Mistakes
import StrataConcurrency
import StrataModelsTesting
import StrataTesting
import XCTest

/// The same table in XCTest.
final class MistakeTableXCTests: XCTestCase {
  func testAScopeFindsEach() async {
    var table = MistakeTable()
    await table.add("withModelTesting") { test in try await withModelTesting { await test() } }
    await table.addDialects("withModelTesting") { test in
      try await withModelTesting { await test() }
    }
    await table.addStores("withModelTesting") { test in
      try await withModelTesting { await test() }
    }
    check(table)
  }

  func testATesterFindsEach() async {
    var table = MistakeTable()
    await table.add("andTester()", holding: [.byTester], leaving: [.retained]) { test in
      await test()
    }
    check(table)
  }

  /// A test case of XCTest runs outside of the simulation, so tasks of the test itself are no part of it.
  func testACaseFindsEach() async {
    var table = MistakeTable()
    await table.add("ScopedTestCase", holding: [.byTester]) { test in await Self.run(test) }
    await table.add("ScopedTestCase", holding: [.anchored], [.inTheLastQuiet]) { test in
      await Self.run(test)
    }
    await table.addStores(
      "ScopedTestCase",
      holding: [.byStore, .byModel, .byKeeper],
      leaving: [.inTheLastQuiet]
    ) { test in
      await Self.run(test)
    }
    check(table)
  }

  /// Runs a body as a test of a case with scopes, on a thread that may wait for it.
  private static func run(_ body: @escaping @Sendable () async -> Void) async {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        FailureSink.withHandler { failure in
          found.withLock { $0.append(failure) }
        } operation: {
          let test = ScopedTestCase(name: "test") { testCase in
            let isOver = testCase.expectation(description: "the test is over")
            Task {
              await body()
              isOver.fulfill()
            }
            testCase.wait(for: [isOver], timeout: 600)
          }
          test.invokeTest()
        }
        continuation.resume()
      }
    }
    for failure in found.withLock({ $0 }) {
      FailureSink.report(failure.kind, failure.message, at: failure.callSite)
    }
  }

  private func check(_ table: MistakeTable) {
    print(table.lines.joined(separator: "\n"))
    XCTAssertGreaterThan(table.count, 0)
    XCTAssertEqual(table.diagnostics, [])
  }
}
