import Foundation
import ProgramHTTP
import QuotesSources
import Testing

@Suite struct QuoteListTests {
  private func read(_ text: String) throws(QuoteFailure) -> [Quote] {
    try QuoteList(answer: Data(text.utf8), of: "The test").quotes
  }

  @Test func readsOneQuoteOrAnArrayOfThem() throws {
    #expect(try read(both) == [first, second])
    #expect(try read(other) == [Quote("Three.", author: "Edsger")])
    // The answer of the service that the document names.
    let answer = #"{"author":"Ada","id":1,"quote":"One.","permalink":"http://host/quotes/1"}"#
    #expect(try read(" \n\(answer)") == [first])
  }

  @Test(arguments: [
    ("", "is no quote: it is no JSON."), ("<html>", "is no quote: it is no JSON."),
    ("[]", "has no quote in it."), (#"{"quote":" ","author":"A"}"#, "has no quote in it."),
    (#"{"author":"A"}"#, "is no quote: \"quote\" is missing."),
    (#"[{"quote":"A","author":"B"},{"quote":1}]"#, "a value has the wrong type at [1].quote."),
    ("7", "a value has the wrong type."), ("[{\"quote\":\"A\"", "is no quote: it is no JSON."),
  ])
  func refusesWhatIsNoQuote(answer: String, end: String) {
    let failure = #expect(throws: QuoteFailure.self) { try read(answer) }
    #expect(failure?.code == .damaged)
    #expect(failure?.message.hasPrefix("The answer of The test ") == true)
    #expect(failure?.message.hasSuffix(end) == true, "\(failure?.message ?? "")")
  }

  @Test func refusesAnAnswerThatIsTooLong() {
    let long = String(repeating: "x", count: QuoteList.longestAnswer + 1)
    #expect(throws: QuoteFailure(.damaged, "The answer of The test is too long for quotes.")) {
      try read(long)
    }
  }
}
