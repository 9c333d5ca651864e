import Foundation
import Testing

@testable import StrataInspector

/// Decodes itself with each function of the containers.
private struct EachWay: Decodable, Equatable {
  enum Key: String, CodingKey { case nothing, member, list, own, number, texts, missing }

  var isNothing: Bool
  var hasMissing: Bool
  var keys: Set<String>
  var member: Int
  var list: [String] = []
  var own: String
  var parent: Int
  var number: Float
  var texts: [String: [UInt8]]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    isNothing = try members.decodeNil(forKey: .nothing) && !members.decodeNil(forKey: .own)
    hasMissing = members.contains(.missing) || !members.contains(.own)
    keys = Set(members.allKeys.map(\.rawValue))
    member = try members.nestedContainer(keyedBy: Key.self, forKey: .member)
      .decode(Int.self, forKey: .own)
    own = try String(from: members.superDecoder(forKey: .own))
    parent = try members.superDecoder().container(keyedBy: Key.self)
      .decode(Int.self, forKey: .member)
    number = try members.decode(Float.self, forKey: .number)
    texts = try members.decode([String: [UInt8]].self, forKey: .texts)
    var elements = try members.nestedUnkeyedContainer(forKey: .list)
    while !elements.isAtEnd { list.append(try Self.text(&elements)) }
    list.append("\(elements.count ?? -1)")
  }

  private static func text(_ elements: inout any UnkeyedDecodingContainer) throws -> String {
    let index = elements.currentIndex
    if try elements.decodeNil() { return "\(index): nil" }
    switch index {
    case 1: return "\(index): \(try elements.decode(Bool.self))"
    case 2:
      let members = try elements.nestedContainer(keyedBy: Key.self)
      return "\(index): \(try members.decode(Int.self, forKey: .own))"
    case 3:
      var list = try elements.nestedUnkeyedContainer()
      return "\(index): \(try list.decode(Int.self)) of \(list.count ?? -1)"
    default: return "\(index): \(try Double(from: elements.superDecoder()))"
    }
  }
}

private final class Nested: Decodable {
  let next: Nested?
}

/// Reads what it does not find as zero.
private struct Lenient: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    value = (try? decoder.singleValueContainer().decode(Int.self)) ?? 0
  }
}

@Suite struct DecoderTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ json: JSONValue,
    nodes: JSONObject = [:]
  ) throws -> Value {
    try ValueDecoder(json, in: RecordedValue(nodes)).decode(type)
  }

  /// What an error says.
  private func words<Value: Decodable>(
    _ type: Value.Type,
    _ json: JSONValue,
    nodes: JSONObject = [:]
  ) -> String? {
    do {
      _ = try decode(type, json, nodes: nodes)
      return nil
    } catch let DecodingError.dataCorrupted(context) {
      return context.debugDescription
    } catch let DecodingError.typeMismatch(_, context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test("Each way to decode gives what Foundation's decoder gives")
  func eachWay() throws {
    let text =
      #"{"nothing":null,"member":{"own":1},"list":[null,true,{"own":2},[3,4],0.5],"own":"o","#
      + #""number":1.25,"texts":{"a":[1,255]},"super":{"member":6}}"#
    let json = try JSONParser.value(of: Array(text.utf8)[...])
    let expected = try JSONDecoder().decode(EachWay.self, from: Data(text.utf8))
    #expect(try decode(EachWay.self, json) == expected)
    #expect(expected.list.count == 6 && !expected.hasMissing && expected.isNothing)
  }

  @Test("A value may be nested as deep as the decoder goes, and no deeper")
  func depth() {
    func nested(_ levels: Int) -> JSONValue {
      var json: JSONValue = [:]
      for _ in 0..<levels { json = ["next": json] }
      return json
    }
    // The path of the outermost value has one name.
    let deepest = ValueEncoder.deepest - 1
    #expect(words(Nested.self, nested(deepest)) == nil)
    #expect(words(Nested.self, nested(deepest + 1)) == "it is nested more than 200 deep")
  }

  @Test("A value that was not recorded is an error, also for a type that takes anything")
  func missing() {
    let reasons: [(JSONValue, String)] = [
      (["$private": true], "it is private, and was not recorded"),
      (["$omitted": 7], "it is too large, and was not recorded"),
      (["$text": "Point()"], "it is not Encodable: only its text was recorded"),
      (["$ref": "7"], "the node 7 is not in the state"),
    ]
    for (json, reason) in reasons {
      #expect(words(Lenient.self, json) == reason)
      #expect(words(Int.self, json) == reason)
      #expect(words(String.self, json) == reason)
    }
    #expect(words(Lenient.self, "text") == nil)
    #expect(words([Int].self, ["$private": false]) == "Array<Any> is expected")
  }

  @Test("Numbers are read as far as their types hold them")
  func numbers() throws {
    #expect(try decode(Double.self, 3) == 3)
    #expect(try decode(Double.self, .unsigned(.max)) == Double(UInt64.max))
    #expect(try decode(Double.self, "inf") == .infinity)
    #expect(try decode(Double.self, "-inf") == -.infinity)
    #expect(try decode(Double.self, "nan").isNaN)
    #expect(try decode(Int8.self, -128) == -128)
    #expect(try decode(UInt64.self, .unsigned(.max)) == .max)
    #expect(words(Int8.self, 128) == "the number does not fit Int8")
    #expect(words(Int.self, 1.5) == "Int is expected")
  }

  @Test("The identity of a node is read as its id, unless the node has one")
  func identity() throws {
    struct Row: Decodable, Equatable { var id: Int }
    let nodes: JSONObject = ["1": ["$id": "7"], "2": ["$id": "7", "id": 8]]
    #expect(try decode(Row.self, ["$ref": "1"], nodes: nodes) == Row(id: 7))
    #expect(try decode(Row.self, ["$ref": "2"], nodes: nodes) == Row(id: 8))
    #expect(words(Row.self, ["$ref": "1"], nodes: ["1": ["$id": "x"]]) == "Int is expected")
  }

  @Test("The names of the format are none of a program's, and its own names lose one $")
  func names() throws {
    let json: JSONValue = ["$kind": 1, "$$own": 2, "plain": 3]
    #expect(try decode([String: Int].self, json) == ["$own": 2, "plain": 3])
  }

  @Test("Nodes that are referred to several times have numbers of their own, and others none")
  func sharing() throws {
    let one: JSONValue = ["$ref": "1"]
    let (two, three): (JSONValue, JSONValue) = (["$ref": "2"], ["$ref": "3"])
    for references in [[one, one, one, two, two, three], [two, one, one, two, three, one]] {
      let nodes: JSONObject = ["1": [:], "2": [:], "3": [:], "0": ["list": .array(references)]]
      let numbers = try [one, two, three].map {
        try decode([String: Int].self, $0, nodes: nodes)["@shared"]
      }
      #expect(Set(numbers).count == 3)
      #expect(numbers[0] != nil && numbers[1] != nil && numbers[2] == nil)
    }
  }
}
