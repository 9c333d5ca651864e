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
    ("", "cannot be read as JSON: the text ends too early, in line 1, column 1."),
    ("<html>", "cannot be read as JSON: expected a value, in line 1, column 1."),
    ("[]", "has no quote in it."), (#"{"quote":" ","author":"A"}"#, "has no quote in it."),
    (#"{"author":"A"}"#, "is no quote: \"quote\" is missing."),
    (#"[{"quote":"A","author":"B"},{"quote":1}]"#, "a value has the wrong type at [1].quote."),
    ("7", "a value has the wrong type."), ("[{\"quote\":\"A\"", "in line 1, column 14."),
  ])
  func refusesWhatIsNoQuote(answer: String, end: String) {
    let failure = #expect(throws: QuoteFailure.self) { try read(answer) }
    #expect(failure?.code == .damaged)
    #expect(failure?.message.hasPrefix("The answer of The test ") == true)
    #expect(failure?.message.hasSuffix(end) == true, "\(failure?.message ?? "")")
  }

  @Test func takesAByteOrderMark() throws {
    #expect(try read("\u{FEFF}\(both)") == [first, second])
    #expect(try read("\u{FEFF}\(other)") == [Quote("Three.", author: "Edsger")])
  }

  /// They are JSON, so the message must not say that they are none.
  @Test(arguments: [
    (
      #"[{"quote":""# + String(repeating: "x", count: 65_537) + #"","author":"A"}]"#,
      "a text has more than 65536 bytes, in line 1, column 11."
    ),
    (
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      "there are more than 64 brackets inside one another, in line 1, column 65."
    ),
  ])
  func saysWhyJSONIsNotRead(answer: String, reason: String) {
    #expect(
      throws: QuoteFailure(.damaged, "The answer of The test cannot be read as JSON: \(reason)")
    ) {
      try read(answer)
    }
  }

  @Test func refusesAnAnswerThatIsTooLong() {
    let long = String(repeating: "x", count: QuoteList.longestAnswer + 1)
    #expect(throws: QuoteFailure(.damaged, "The answer of The test is too long for quotes.")) {
      try read(long)
    }
  }
}
