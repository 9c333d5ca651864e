import Foundation
import Testing

@testable import StandupsData

@Suite struct JSONSyntaxTests {
  private func fault(_ text: String) -> String? {
    JSONSyntax.firstFault(in: Data(text.utf8)).map { "\($0.line):\($0.column) \($0.message)" }
  }

  @Test(arguments: [
    "{}", "[]", " [1, -2.5e+3, true, false, null, \"a\\u00e9\\n\"] ", "{\"a\": {\"b\": [[]]}}", "0",
    "\"\"",
  ])
  func findsNothingInJSON(text: String) {
    #expect(fault(text) == nil)
  }

  @Test(arguments: [
    ("", "1:1 the text ends too early"),
    ("[1,]", "1:4 expected a value"),
    ("{\"a\":1,}", "1:8 expected a key in quotation marks"),
    ("[1\n 2]", "2:2 expected \",\" or \"]\""),
    ("{\"a\":1]", "1:7 expected \",\" or \"}\""),
    ("[01]", "1:2 expected a value"),
    ("[.5]", "1:2 expected a value"),
    ("[1.]", "1:2 expected a value"),
    ("[nul]", "1:5 expected a value"),
    ("[]]", "1:3 there is text after the end"),
    ("[\"a\nb\"]", "1:4 a text in quotation marks holds a control character or does not end"),
    ("[\"\\x\"]", "1:3 \"\\\" begins no escape here"),
    ("[\"\\u12G4\"]", "1:3 \"\\u\" needs four hexadecimal digits"),
    ("[\"äöü\", x]", "1:9 expected a value"),
    ("{\"a\"", "1:5 the text ends too early"),
    ("{1: 2}", "1:2 expected a key in quotation marks"),
  ])
  func namesThePlace(text: String, expected: String) {
    #expect(fault(text) == expected)
  }

  @Test func survivesDeepNesting() {
    #expect(
      fault(String(repeating: "[", count: 300_000)) == "1:300001 the text ends too early"
    )
  }

  /// Where the decoder reads a text, the scanner must find nothing, and the other way round.
  @Test func agreesWithTheDecoderOnCutTexts() {
    let whole = "{\"a\": [1, 2.5, \"x\\\"y\"], \"b\": {\"c\": null, \"d\": true}}"
    for length in 1...whole.count {
      let text = String(whole.prefix(length))
      let reads = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
      #expect((fault(text) == nil) == reads, "\(text)")
    }
  }
}
