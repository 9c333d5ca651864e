import Foundation
import ProgramFiles
import Testing

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

  /// 513 brackets end Foundation's scanner; a million would overflow a stack.
  @Test(arguments: [65, 512, 513, 514, 1_000_000]) func refusesDeepNesting(depth: Int) {
    let expected = "1:65 there are more than 64 brackets inside one another"
    #expect(fault(String(repeating: "[", count: depth)) == expected)
    #expect(
      fault(String(repeating: "{\"a\":", count: depth))
        == "1:321 there are more than 64 brackets inside one another"
    )
  }

  @Test func refusesWhatTakesADecoderLong() {
    let bounds = JSONBounds(depth: 3, values: 4, keyLength: 5, textLength: 6)
    func fault(_ text: String) -> String? {
      JSONSyntax.firstFault(in: Data(text.utf8), bounds: bounds)?.message
    }
    #expect(fault("[[[]]]") == nil)
    #expect(fault("[[[[") == "there are more than 3 brackets inside one another")
    #expect(fault("[1,2,3]") == nil)
    #expect(fault("[1,2,3,4]") == "there are more than 4 values")
    #expect(fault("{\"12345\":0}") == nil)
    #expect(fault("{\"123456\":0}") == "a key has more than 5 bytes")
    #expect(fault("[\"123456\"]") == nil)
    #expect(fault("[\"1234567\"]") == "a text has more than 6 bytes")
    #expect(fault(String(repeating: "9", count: 401)) == "a number has more than 400 digits")
  }

  /// The scanner must find no fault in exactly the texts that the decoder reads.
  @Test func agreesWithTheDecoderOnCutTexts() {
    let whole = "{\"a\": [1, 2.5, \"x\\\"y\"], \"b\": {\"c\": null, \"d\": true}}"
    for length in 1...whole.count {
      let text = String(whole.prefix(length))
      let reads = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
      #expect((fault(text) == nil) == reads, "\(text)")
    }
  }
}
