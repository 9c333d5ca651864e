import Foundation
import StrataConcurrency
import StrataModels
import StrataModelsTesting
import Testing

/// Testers outside of all scopes that their test never releases.
@Suite struct TesterAtExitTests {
  private static let forever = Locked<ModelTester<Counter>?>(nil, rank: .leaf)

  private static func leak() async {
    let (counter, tester) = Counter().andTester()
    counter.count = 1
    await tester.assert(counter.count == 1)
    counter.count = 2
    forever.withLock { $0 = tester }
  }

  @Test func aTesterThatOutlivesItsTestIsCheckedWhenTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE),
      observing: [\.standardErrorContent]
    ) {
      await Self.leak()
      exit(EXIT_SUCCESS)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("StrataModelsTestingTests/TesterAtExitTests.swift:12: State not exhausted")
    )
    #expect(text.contains("counter.count: 1 → 2"))
    #expect(text.contains("Release a tester in its test"))
  }
}
