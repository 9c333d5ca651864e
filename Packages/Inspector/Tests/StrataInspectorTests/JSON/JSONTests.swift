import Testing

@testable import StrataInspector

@Suite struct JSONTests {
  private func parse(_ text: String) -> JSONValue? {
    try? JSONParser.value(of: Array(text.utf8)[...])
  }

  @Test("Every kind of value is read and written as it was")
  func roundTrip() {
    let texts = [
      "null", "true", "false", "0", "-1", "9223372036854775807", "18446744073709551615", "1.5",
      "-0.25",
      "1e+20", "\"\"", "\"a\\\"\\\\\\n\\u0001é𝄞\"", "[]", "[1,[2]]", "{}",
      "{\"b\":1,\"a\":{\"c\":null}}",
    ]
    for text in texts { #expect(parse(text)?.description == text) }
  }

  @Test("Whole numbers are exact as far as 64 bits reach")
  func wholeNumbers() {
    #expect(parse("-9223372036854775808") == .integer(.min))
    #expect(parse("-9223372036854775809") == .number(-0x1p63))
    #expect(parse("9223372036854775808") == .unsigned(1 << 63))
    #expect(parse("18446744073709551615") == .unsigned(.max))
    #expect(parse("18446744073709551616") == .number(0x1p64))
    #expect(parse("99999999999999999999999") == .number(1e23))
    #expect(parse("-0") == .integer(0))
    for _ in 0..<1_000 {
      let number = Int64.random(in: .min ... .max) >> Int64.random(in: 0...63)
      #expect(parse("\(number)") == .integer(number))
    }
  }

  @Test("Escapes stand for their characters, half of a pair for the replacement")
  func escapes() {
    #expect(parse(#""\u0041\/\ud834\udd1e""#) == "A/𝄞")
    #expect(parse(#""\ud834x""#) == "\u{FFFD}x")
    #expect(parse(#""\udd1e""#) == "\u{FFFD}")
    #expect(parse(#""\ud834\u0041""#) == "\u{FFFD}A")
  }

  @Test("A character that controls a terminal is written as an escape, and read as it was")
  func controls() {
    let controls: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]
    for scalar in controls.joined().compactMap(Unicode.Scalar.init) {
      let text = "aé\u{A0}€ع\(scalar)👩‍👧"
      let value = JSONValue.string(text)
      #expect(!value.description.unicodeScalars.contains(scalar))
      #expect(parse(value.description) == value)
      #expect(PlainValue(String(scalar)) == nil || scalar.value < 0x80)
    }
    #expect(JSONValue.string("\u{9B}2J").description == #""\u009b2J""#)
    #expect(JSONValue.string("é\u{A0}€👩‍👧").description == "\"é\u{A0}€👩‍👧\"")
  }

  @Test("Text that is no JSON is an error with its place")
  func errors() {
    let texts = [
      "", " ", "nul", "01", "1.", "-", "+1", "1e", "1e999", "[1,]", "[1", "{\"a\"}", "{\"a\":1,}",
      "{a:1}", "\"",
      "\"\\x\"", "\"\\u12\"", "\"\u{01}\"", "1 2", "[1]]", "'a'", "NaN",
    ]
    for text in texts { #expect(parse(text) == nil, "\(text)") }
    #expect(throws: JSONParseError(offset: 3, message: "a comma or the array's end is expected")) {
      try JSONParser.value(of: Array("[1 2]".utf8)[...])
    }
    #expect(throws: JSONParseError.self) { try JSONParser.value(of: [0x22, 0xFF, 0x22]) }
  }

  @Test("Nesting and the number of values are bounded")
  func bounds() {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(parse(deep) != nil)
    #expect(parse("[\(deep)]") == nil)
    #expect(parse(String(repeating: "[", count: 1_000_000)) == nil)
    let limits = JSONParser.Limits(depth: 9, values: 3)
    #expect(throws: Never.self) {
      try JSONParser.value(of: Array("[1,2]".utf8)[...], limits: limits)
    }
    #expect(throws: JSONParseError.self) {
      try JSONParser.value(of: Array("[1,2,3]".utf8)[...], limits: limits)
    }
  }

  @Test("Numbers that JSON has not are texts")
  func notFinite() {
    #expect(JSONValue.number(.infinity).description == "\"inf\"")
    #expect(JSONValue.number(-.infinity).description == "\"-inf\"")
    #expect(JSONValue.number(.nan).description == "\"nan\"")
  }

  @Test("Objects keep the order of their members, and are equal in any order")
  func objects() {
    var object = JSONObject()
    for number in 0..<20 { object["m\(number)"] = JSONValue(number) }
    object["m3"] = nil
    object["m5"] = "new"
    #expect(object.names == (0..<20).filter { $0 != 3 }.map { "m\($0)" })
    #expect(object["m5"] == "new")
    #expect(object["m19"] == 19)
    #expect(object["m3"] == nil)
    let turned = JSONObject(object.reversed().map { ($0.name, $0.value) })
    #expect(turned == object)
    #expect(turned.hashValue == object.hashValue)
  }
}

@Suite struct JSONPatchTests {
  private static func value(_ numbers: inout SeededNumbers, depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 8 : 5), using: &numbers) {
    case 0: return .null
    case 1: return .bool(.random(using: &numbers))
    case 2: return .integer(.random(in: -3...3, using: &numbers))
    case 3:
      return .string(
        ["", "a/b", "~", "~1", "$x", "\u{e9}", "e\u{301}"].randomElement(using: &numbers) ?? ""
      )
    case 4: return .number(0.5)
    case 5, 6:
      let count = Int.random(in: 0...4, using: &numbers)
      return .array((0..<count).map { _ in value(&numbers, depth: depth + 1) })
    default:
      let names = ["a", "a/b", "~", "~1", "", "0", "-", "\u{e9}", "e\u{301}"].shuffled(
        using: &numbers
      )
      let count = Int.random(in: 0...4, using: &numbers)
      return .object(
        JSONObject(names.prefix(count).map { ($0, value(&numbers, depth: depth + 1)) })
      )
    }
  }

  @Test("The patch between two values makes one of the other, also after it was written and read")
  func law() throws {
    var numbers = SeededNumbers(7)
    for _ in 0..<5_000 {
      let (old, new) = (Self.value(&numbers), Self.value(&numbers))
      let patch = JSONPatch(from: old, to: new)
      let read = try #require(JSONPatch(json: try JSONParser.value(of: patch.json.bytes[...])))
      #expect(read == patch)
      var value = old
      try read.apply(to: &value)
      #expect(value == new)
      #expect(JSONPatch(from: new, to: new).isEmpty)
    }
  }

  @Test("Two spellings of a letter are two names and two texts")
  func spellings() throws {
    let (one, other) = ("\u{e9}", "e\u{301}")
    let old: JSONValue = [one: ["n": 1], "t": .string(one)]
    let new: JSONValue = [other: ["n": 1], "t": .string(other)]
    #expect(old != new)
    var both = JSONObject()
    for number in 0..<20 { both["m\(number)"] = 1 }
    (both[one], both[other]) = (1, 2)
    #expect(both.count == 22 && both[one] == 1 && both[other] == 2)
    #expect(JSONPatch(from: old, to: new).operations.count == 3)
    let line = #"{"é":1,"e\u0301":2}"#
    #expect(try JSONParser.value(of: Array(line.utf8)[...]).members?.count == 2)
  }

  @Test("Equal parts are left out")
  func small() {
    let old: JSONValue = ["a": [1, 2, 3, 4], "b": ["c": true, "d": 1]]
    let new: JSONValue = ["a": [1, 9, 3, 4], "b": ["c": true]]
    #expect(
      JSONPatch(from: old, to: new).operations == [
        .replace(path: "/a/1", value: 9), .remove(path: "/b/d"),
      ]
    )
  }

  @Test("An operation that does not fit is an error and no trap")
  func misfits() {
    let value: JSONValue = ["a": [1], "b": 2]
    let operations: [JSONPatch.Operation] = [
      .remove(path: ""), .remove(path: "/x"), .replace(path: "/x", value: 1),
      .add(path: "/a/3", value: 1),
      .remove(path: "/a/1"), .replace(path: "/a/-", value: 1), .add(path: "/b/c", value: 1),
      .add(path: "/a/01", value: 1), .add(path: "/a/99999999999999999999", value: 1),
      .add(path: "a", value: 1),
      .add(path: "/x/y", value: 1), .remove(path: "/a/-"),
    ]
    for operation in operations {
      var copy = value
      #expect(throws: JSONPatch.ApplyError.self) { try JSONPatch([operation]).apply(to: &copy) }
      #expect(copy == value)
    }
    #expect(JSONPatch(json: [["op": "move", "from": "/a", "path": "/b"]]) == nil)
    #expect(JSONPatch(json: ["op": "add"]) == nil)
  }
}
