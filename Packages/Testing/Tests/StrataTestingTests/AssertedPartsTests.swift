import StrataConcurrency
import StrataTestFindings
import Testing

@testable import StrataTesting

/// The suggested lines for values that are asserted as a whole, or part by part.
@Suite struct AssertedPartsTests {
  private enum Answer {
    case none
    case later(() -> Int)
  }

  @Test func whatHasNoPartsIsAssertedAsAWhole() {
    let (former, now) = (["a": 1, "b": 2], ["a": 2, "b": 2])
    #expect(
      AssertedParts.lines("shop.model", from: former, to: now)
        == ["shop.model == [\"a\": 2, \"b\": 2]"]
    )
    #expect(
      AssertedParts.lines("shop.model", from: Answer.none, to: Answer.later { 1 })
        == ["shop.model == <#AssertedPartsTests.Answer#>"]
    )
  }

  @Test func aDictionaryWithoutElementsIsADictionary() {
    #expect(SourceLiteral.text(of: [String: Int]()) == "[:]")
    #expect(SourceLiteral.text(of: ["a": { 1 }]) == nil)
  }

  private struct Group {
    var (a, b, c, d, e) = (1, 2, 3, 4, 5)
    let action: () -> Void = {}
  }

  private struct Four {
    var (a, b, c, d) = (Group(), Group(), Group(), Group())
  }

  private struct More {
    var four = Four()
    var last = 1
  }

  @Test func aStructHasLinesForTwentyPartsAndNoneForMore() {
    let lines = SourceLiteral.parts("shop", of: Four())
    #expect(lines?.count == 20)
    #expect(lines?.first == "shop.a.a == 1")
    #expect(lines?.last == "shop.d.e == 5")
    #expect(SourceLiteral.parts("shop", of: More()) == nil)
  }

  private struct Account {
    var name = "a"
    private var secret = 1

    func changed() -> Account {
      var copy = self
      (copy.name, copy.secret) = ("b", 2)
      return copy
    }
  }

  @Test func aDifferenceThatATestCannotReadHasNoLines() {
    PropertyAccess.note(.thisLine())
    var renamed = Account()
    renamed.name = "b"
    let lines = SourceLiteral.differences("account", from: Account(), to: renamed)
    #expect(lines == ["account.name == \"b\""])
    #expect(SourceLiteral.differences("account", from: Account(), to: Account().changed()) == nil)
  }

  @Test func emptyLinesOfAFailureAreKept() {
    #expect(FailureText.indented(["a\n\nb", "c"]) == "  a\n  \n  b\n  c")
  }

  @Test func aScopeSaysWhetherAnAssertionIsMet() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let scope = try #require(TestScope.current)
      for (isMet, number) in [(true, 1), (false, 2)] {
        let found = await scope.assert(at: .thisLine()) {
          [AssertionFrame.place(TestPredicate(isMet) { "\(number)" }, at: .thisLine())]
        }
        #expect(found == isMet)
      }
    }
    #expect(findings.messages.count == 1)
  }
}
