import Testing

@testable import Measuring

@Suite struct PageTests {
  @Test func whatStandsBetweenTheMarksIsReplacedAndNothingElse() {
    let page = MarkedPage("a\n<!-- prices: of bench -->\n\nold\n\n<!-- end -->\nb <!-- end -->")
    let changed = page.replacing("prices", with: "new")
    #expect(changed == "a\n<!-- prices: of bench -->\n\nnew\n\n<!-- end -->\nb <!-- end -->")
    #expect(changed.flatMap { MarkedPage($0).replacing("prices", with: "new") } == changed)
  }

  @Test func aPageWithoutMarksIsNotReplaced() {
    #expect(MarkedPage("a <!-- end -->").replacing("prices", with: "new") == nil)
    #expect(MarkedPage("<!-- prices: x -->\n").replacing("prices", with: "new") == nil)
  }

  @Test func reasonsAreFoundByTheirHeadings() {
    let reasons = Reasons(
      "# Why\n\n## read, here\n\nBecause.\nAnd so.\n\n## write\n\n## add\nNo.\n"
    )
    #expect(reasons["read, here"] == "Because.\nAnd so.")
    #expect(reasons["write"] == nil)
    #expect(reasons["add"] == "No.")
    #expect(reasons.names == ["add", "read, here"])
  }
}
