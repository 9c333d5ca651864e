import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

@Suite struct WithoutTestScopeTests {
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
