import Testing

@testable import StrataInspector

@Suite struct JSONBoundaryTests {
  private func error(_ text: String) -> JSONParseError? {
    do {
      _ = try JSONParser.value(of: Array(text.utf8)[...])
      return nil
    } catch {
      return error
    }
  }

  @Test("An error says what is expected, and where")
  func errors() {
    let cases = [
      ("-", 1, "a value is expected"), ("01", 2, "a value is expected"),
      ("1.", 2, "a digit is expected"), ("1e", 2, "a digit is expected"),
      ("1e+", 3, "a digit is expected"), ("1e999", 5, "a number is too large"),
      ("\"\\u0041", 7, "the text ends in a string"), ("\"\\u004", 3, "the text ends in a string"),
      ("\"\\", 2, "the text ends in a string"), ("\"a", 2, "the text ends in a string"),
      ("\"\u{1F}\"", 2, "a control character is in a string"),
      ("1 2", 2, "something follows the value"), ("", 0, "the text ends where a value is expected"),
    ]
    for (text, offset, message) in cases {
      #expect(error(text) == JSONParseError(offset: offset, message: message), "\(text)")
    }
  }

  @Test("White space may stand around each part, and an exponent may have each sign")
  func whiteSpace() throws {
    let text = "\r\n\t { \t\"a\" \n: [ 1 ,\r2 ] , \"b\":1E2 , \"c\" : 1e-2,\"d\":1e+2} \t"
    let value = try JSONParser.value(of: Array(text.utf8)[...])
    #expect(value == ["a": [1, 2], "b": 100.0, "c": 0.01, "d": 100.0])
  }

  @Test("Two second halves of pairs are two replacements")
  func halves() throws {
    let value = try JSONParser.value(of: Array(#""\udc00\udc00 \ud834\ue000""#.utf8)[...])
    #expect(value == "\u{FFFD}\u{FFFD} \u{FFFD}\u{E000}")
  }

  @Test("An object has its members at each count of them", arguments: 14...19)
  func counts(count: Int) {
    var object = JSONObject()
    for number in 0..<count {
      object["m\(number)"] = JSONValue(number)
      for known in 0...number { #expect(object["m\(known)"] == JSONValue(known)) }
    }
    while let name = object.names.first {
      object[name] = nil
      #expect(object[name] == nil)
      for known in object.names { #expect("m\(object[known] ?? .null)" == known) }
      object["again"] = true
      #expect(object["again"] == true)
      object["again"] = nil
    }
    #expect(object.isEmpty)
  }

  @Test("Objects with other names, values or counts are not equal, and have other hashes")
  func inequality() {
    let object: JSONObject = ["a": 1, "b": 2]
    let others: [JSONObject] = [
      ["a": 1], ["a": 1, "b": 2, "c": 3], ["a": 1, "b": 3], ["a": 1, "c": 2], [:],
    ]
    for other in others {
      #expect(object != other && other != object)
      #expect(object.hashValue != other.hashValue)
    }
    #expect(object == ["b": 2, "a": 1])
  }

  @Test(
    "Any name is a part of a pointer",
    arguments: ["", "/", "//", "/a/", "~", "~~", "~0", "~1", "~01", "a~b/c", "a"]
  )
  func pointers(name: String) {
    let path = "/x/\(JSONPointer.escaped(name))/y"
    #expect(JSONPointer.tokens(of: path) == ["x", name, "y"])
  }

  @Test("A pointer to the place behind the last element leads nowhere")
  func behindTheLast() {
    for operation in [
      JSONPatch.Operation.add(path: "/a/1/x", value: 1), .replace(path: "/a/1", value: 1),
      .remove(path: "/a/1"), .add(path: "/a/2", value: 1), .add(path: "/a//x", value: 1),
    ] {
      var value: JSONValue = ["a": [["b": 1]]]
      #expect(throws: JSONPatch.ApplyError.self) { try operation.apply(to: &value) }
      #expect(value == ["a": [["b": 1]]])
    }
    var value: JSONValue = ["a": [["b": 1]]]
    #expect(throws: Never.self) {
      try JSONPatch([.add(path: "/a/1", value: 2), .add(path: "/a/-", value: 3)]).apply(to: &value)
    }
    #expect(value == ["a": [["b": 1], 2, 3]])
  }

  @Test("A short text of any letters is plain, unless it has a control of several bytes")
  func plainTexts() {
    for text in ["\u{A0}", "€", "ع", "é", "👩", "\u{1F}"] { #expect(PlainValue(text) != nil) }
    for text in ["\u{9B}", "\u{61C}", "\u{2028}", "a\u{200E}"] { #expect(PlainValue(text) == nil) }
  }

  @Test("A length is that of the text, at each kind of byte")
  func lengths() {
    for byte in UInt8.min...UInt8.max {
      var bytes: [UInt8] = []
      JSONText.append(byte: byte, to: &bytes)
      #expect(JSONText.length(of: byte) == bytes.count)
    }
  }
}
