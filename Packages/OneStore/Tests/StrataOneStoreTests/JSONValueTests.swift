import Foundation
import Testing

@testable import StrataOneStore

@Suite struct JSONValueTests {
  @Test func kindsOfNumbersAreKept() throws {
    let line = #"[1,0,true,false,-1,1.5,18446744073709551615,9223372036854775807,null,"a\"b"]"#
    let value = try JSONValue(line: Array(line.utf8))
    #expect(
      value
        == .array([
          .integer(1), .integer(0), .bool(true), .bool(false), .integer(-1), .number(1.5),
          .unsigned(.max), .integer(.max), .null, .string("a\"b"),
        ])
    )
    let written = try JSONValue(line: value.line)
    #expect(written == value)
  }

  @Test(arguments: ["", "{", "[1", "1e400", "nul", "\"\\ud800", "{\"a\":}"])
  func whatIsNoJSONIsAnError(_ line: String) {
    #expect(throws: (any Error).self) { try JSONValue(line: Array(line.utf8)) }
  }

  /// Asked for each level what it is, a decoder takes seconds for one value of 512 levels, and minutes for these.
  @Test(.timeLimit(.minutes(10)), arguments: ["[", "{\"a\":"])
  func deepValuesAreReadInTimeThatGrowsWithTheirSize(_ opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    let deep =
      String(repeating: opening, count: 500) + "1" + String(repeating: closing, count: 500)
    let line = "[\(Array(repeating: deep, count: 50).joined(separator: ","))]"
    guard case .array(let values) = try JSONValue(line: Array(line.utf8)) else {
      Issue.record("no array")
      return
    }
    #expect(values.count == 50)
  }

  @Test func valuesAreReadFromWhatEncodesThem() {
    struct Point: Encodable, Sendable {
      var x = 1
      var isOn = true
      var y = Double.infinity
      var names = ["a": [1]]
    }
    #expect(
      JSONValue(encoding: Point())
        == .object([
          "x": .integer(1), "isOn": .bool(true), "y": .string("inf"),
          "names": .object(["a": .array([.integer(1)])]),
        ])
    )
    #expect(JSONValue(encoding: {} as @Sendable () -> Void) == nil)
  }

  @Test func aPatchRenamesAMemberThatIsSpelledInAnotherWay() throws {
    let (one, other) = ("\u{e9}", "e\u{301}")
    let operations = JSONPatch.operations(
      from: .object([one: .object(["n": .integer(1)]), "t": .string(one)]),
      to: .object([other: .object(["n": .integer(2)]), "t": .string(other)])
    )
    let lines = operations.map { String(decoding: $0.line, as: Unicode.UTF8.self) }
    let expected = [
      #"{"op":"remove","path":"/\#(one)"}"#,
      #"{"op":"replace","path":"/t","value":"\#(other)"}"#,
      #"{"op":"add","path":"/\#(other)","value":{"n":2}}"#,
    ]
    #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(JSONPatch.operations(from: .string(one), to: .string(one)).isEmpty)
  }
}
