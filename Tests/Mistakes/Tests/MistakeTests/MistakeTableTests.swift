import Mistakes
import StrataModelsTesting
import StrataTesting
import Testing

/// Every mistake that a test can make with a model, at every stage, in every way of running it. Each is one failure,
/// which names the mistake.
@Suite struct MistakeTableTests {
  @Test func aScopeFindsEach() async {
    var table = MistakeTable()
    await table.add("withTestScope") { test in try await withTestScope { await test() } }
    await table.addDialects("withTestScope") { test in try await withTestScope { await test() } }
    await table.addStores("withTestScope") { test in try await withTestScope { await test() } }
    check(table)
  }

  @Test func aTraitFindsEach() async throws {
    let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
    var table = MistakeTable()
    let traits: [(String, SimulationTrait)] = [
      (".simulated()", .simulated()), (".simulated(seed:)", .simulated(seed: 5)),
      (".simulated(seeds: 20)", .simulated(seeds: 20)), (".modelTesting", .modelTesting),
    ]
    for (how, trait) in traits {
      await table.add(how) { body in
        try await trait.provideScope(for: test, testCase: testCase) { await body() }
      }
      await table.addDialects(how) { body in
        try await trait.provideScope(for: test, testCase: testCase) { await body() }
      }
      await table.addStores(how) { body in
        try await trait.provideScope(for: test, testCase: testCase) { await body() }
      }
    }
    check(table)
  }

  /// A tester outside all scopes cannot know which handles the test itself still retains when it is released.
  @Test func aTesterFindsEach() async {
    var table = MistakeTable()
    await table.add("andTester()", holding: [.byTester], leaving: [.retained]) { test in
      await test()
    }
    check(table)
  }

  /// A store outside of all scopes is checked when it is released; tasks of the test itself are no part of it.
  @Test func aStoreOutsideOfScopesFindsEach() async {
    var table = MistakeTable()
    await table.addStores("TestStore()", holding: [.byStore], leaving: [.inTheLastQuiet]) { test in
      await test()
    }
    check(table)
  }

  private func check(_ table: MistakeTable) {
    print(table.lines.joined(separator: "\n"))
    #expect(table.count > 0)
    #expect(table.diagnostics == [])
  }
}
