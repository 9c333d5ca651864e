import StandupsData
import Testing

@Suite struct NameRuleTests {
  @Test func namesEachFault() {
    #expect(NameRule.fault(of: "Ada", called: "name") == nil)
    #expect(NameRule.fault(of: " \t", called: "name") == "A name must not be empty.")
    #expect(
      NameRule.fault(of: "A\u{1B}[2J", called: "title")
        == "A title must not hold control characters."
    )
    #expect(
      NameRule.fault(of: String(repeating: "x", count: 81), called: "title")
        == "A title has at most 80 characters."
    )
  }

  @Test func trimsSpaceAround() {
    #expect(NameRule.trimmed("  a b \n") == "a b")
    #expect(NameRule.trimmed("   ") == "")
  }
}
