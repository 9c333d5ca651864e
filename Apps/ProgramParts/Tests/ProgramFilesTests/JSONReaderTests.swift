import Foundation
import Testing

@testable import ProgramFiles

@Suite struct JSONReaderTests {
  private func number(_ text: String) throws(JSONFault) -> Int {
    var reader = JSONReader(Array(text.utf8))
    let number = try reader.number()
    try reader.finish()
    return number
  }

  private func text(_ text: String) throws(JSONFault) -> String {
    var reader = JSONReader(Array(text.utf8))
    return try reader.text()
  }

  @Test(arguments: [
    ("0", 0), ("-7", -7), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("9e2", 900), ("1.0", 1), (" 3 ", 3),
  ])
  func readsWholeNumbersInAnyForm(text: String, wanted: Int) throws {
    #expect(try number(text) == wanted)
  }

  @Test(arguments: ["1.5", "9223372036854775808", "1e99", "-9223372036854775809"])
  func aNumberThatIsNoneOfTheseIsAWrongValue(text: String) {
    let fault = #expect(throws: JSONFault.self) { try number(text) }
    #expect(fault?.reason == .value)
  }

  @Test(arguments: ["\"1\"", "null", "true", "[]", "", "-"])
  func anotherKindOfValueIsSaidToBeOne(text: String) {
    let fault = #expect(throws: JSONFault.self) { try number(text) }
    #expect(fault?.reason == .kind)
  }

  @Test(arguments: [
    (#""a\n\"\\\/""#, "a\n\"\\/"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""日本""#, "日本"),
  ])
  func readsTexts(json: String, wanted: String) throws {
    #expect(try text(json) == wanted)
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ud83dx""#, #""\udc00""#, "\"a", "\"\u{1}\"", #""\q""#, #""\u12""#,
  ])
  func aDamagedTextIsAFault(json: String) {
    #expect(throws: JSONFault.self) { try text(json) }
  }

  @Test func namesTheWayToAWrongValue() {
    let fault = #expect(throws: JSONFault.self) {
      var reader = JSONReader(Array(#"{"a": 1, "b": [0, {"c": "x"}]}"#.utf8))
      try reader.object { reader, key throws(JSONFault) in
        guard key == "b" else {
          _ = try reader.number()
          return
        }
        try reader.array { reader throws(JSONFault) in
          guard (try? reader.number()) == nil else { return }
          try reader.object { reader, _ throws(JSONFault) in _ = try reader.number() }
        }
      }
    }
    #expect(fault?.path == [.key("b"), .index(1), .key("c")])
    #expect(fault.map { JSONSyntax.element($0.path) } == "b[1].c")
    #expect(fault?.position == 24)
  }

  @Test func passesOverValuesOfAnyKind() throws {
    for value in ["1", "-1.5e3", "true", "null", #""a\"]}""#, "[1,[2],{}]", #"{"a":{"b":[]}}"#] {
      let bytes = Array("[\(value) , 7]".utf8)
      var reader = JSONReader(bytes)
      var numbers: [Int] = []
      try reader.array { reader throws(JSONFault) in
        if numbers.isEmpty {
          let place = try reader.skip()
          #expect(String(decoding: bytes[place], as: UTF8.self) == value)
          numbers.append(0)
        } else {
          numbers.append(try reader.number())
        }
      }
      #expect(numbers == [0, 7])
    }
  }

  @Test func bracketsInsideOneAnotherHaveALimit() {
    let text = String(repeating: "[", count: 100_000)
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: JSONFault.self) { try reader.skip() }
  }
}
