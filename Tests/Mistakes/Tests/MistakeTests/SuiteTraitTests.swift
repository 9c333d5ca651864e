import Mistakes
import StrataConcurrency
import StrataModelsTesting
import StrataTesting
import Testing

/// Tests that get their scope from the trait of their suite, and that must fail.
///
/// The suite's other trait stands outside of the scope. It collects the failures, and compares them.
@Suite(ExpectsMistake(), .modelTesting) struct SuiteTraitTests {
  @Test(arguments: What.allCases, [When.atOnce, .inATask, .inTheLastQuiet])
  func aSuitesTraitFindsEach(what: What, when: When) async {
    let mistake = Mistake(what, when, .anchored)
    ExpectsMistake.note { found in
      mistake.keeper.release()
      return mistake.diagnostic(about: found)
    }
    await mistake.run()
  }

  @Suite struct Nested {
    @Test(arguments: DialectMistake.all.indices)
    func theTraitOfTheOuterSuiteFindsEach(index: Int) async {
      let mistake = DialectMistake.all[index]
      ExpectsMistake.note { mistake.diagnostic(about: $0) }
      await mistake.run()
    }
  }
}

/// Expects that a test fails in one way, which the test itself names.
private struct ExpectsMistake: SuiteTrait, TestTrait, TestScoping {
  typealias Check = @Sendable ([TestFailure]) -> String?

  @TaskLocal private static var noted: Locked<Check?>?

  /// Notes the failure that the running test expects.
  static func note(_ check: @escaping Check) { noted?.withLock { $0 = check } }

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // An outer suite's trait has begun.
    guard testCase != nil, Self.noted == nil else { return try await function() }
    let check = Locked<Check?>(nil, rank: .leaf)
    let found = Locked<[TestFailure]>([], rank: .leaf)
    try await Self.$noted.withValue(check) {
      try await FailureSink.withHandler { failure in
        found.withLock { $0.append(failure) }
      } operation: {
        try await function()
      }
    }
    let expected = try #require(check.withLock { $0 })
    #expect(expected(found.withLock { $0 }) == nil)
  }
}
