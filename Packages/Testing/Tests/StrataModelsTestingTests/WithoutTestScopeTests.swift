import Foundation
import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

@Suite struct WithoutTestScopeTests {
  /// In a process of its own, because another test may have used a trait or a tester.
  @Test func theFirstMisuseOfAProcessFailsItsTest() async {
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        let counter = withoutTestScope { Counter() }
        counter.node.task { counter.count = 1 }
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("in no tree") }
    }
  }

  @Test func theProgramsHandlerIsAskedBeforeTheTestFails() async {
    await #expect(processExitsWith: .success) {
      ReportSink.setHandler { exit($0.message == "Known." ? EXIT_SUCCESS : EXIT_FAILURE) }
      ReportSink.report("Known.", at: CallSite.thisLine())
      exit(EXIT_FAILURE)
    }
  }

  @Test(.modelTesting) func treesMadeOutsideNeedNoAssertions() async {
    let outside = withoutTestScope { Counter().withAnchor() }
    outside.increment()
    outside.announce()
    let (counter, tester) = Counter().andTester()
    counter.increment()
    await tester.assert(counter.count == 1)
    #expect(outside.count == 1)
  }
}
