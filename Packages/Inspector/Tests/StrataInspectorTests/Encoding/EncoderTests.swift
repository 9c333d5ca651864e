import Foundation
import Testing

@testable import StrataInspector

/// Encodes itself with each function of the containers.
private struct EachWay: Encodable {
  enum Key: String, CodingKey {
    case a, b, c, d, e, f, g, h
    case more = "$more"
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encodeNil(forKey: .a)
    var nested = members.nestedContainer(keyedBy: Key.self, forKey: .b)
    try nested.encode(1, forKey: .a)
    var list = members.nestedUnkeyedContainer(forKey: .c)
    try encode(in: &list)
    try "own".encode(to: members.superEncoder(forKey: .d))
    try "parent".encode(to: members.superEncoder())
    try members.encode(Single(value: nil), forKey: .e)
    try members.encode(Single(value: 7), forKey: .f)
    try members.encode(Empty(), forKey: .g)
    try members.encodeIfPresent(Int?.none, forKey: .h)
    // A second container of one kind goes on with the first.
    var again = encoder.container(keyedBy: Key.self)
    try again.encode(true, forKey: .h)
  }

  private func encode(in list: inout any UnkeyedEncodingContainer) throws {
    try list.encodeNil()
    try list.encode(2.5)
    var members = list.nestedContainer(keyedBy: Key.self)
    try members.encode("x", forKey: .a)
    var elements = list.nestedUnkeyedContainer()
    try elements.encode(UInt64.max)
    try elements.encode([1, 2])
    try 3.encode(to: list.superEncoder())
    #expect(list.count == 5)
  }
}

private struct Single: Encodable {
  let value: Int?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

private struct Empty: Encodable {}

private struct Dollar: Encodable {
  enum Key: String, CodingKey {
    case name = "$name"
    case twice = "$$twice"
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(1, forKey: .name)
    try members.encode(2, forKey: .twice)
  }
}

/// A list that is encoded without a container of members.
private struct Listed: Encodable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode("a")
    var again = encoder.unkeyedContainer()
    try again.encode("b")
  }
}

private final class Nested: Encodable {
  let next: Nested?

  init(levels: Int) { next = levels > 1 ? Nested(levels: levels - 1) : nil }
}

/// A value that is a property of another and cannot be compared.
private struct Incomparable: Encodable { var text = "shown" }

private struct Account: Encodable {
  var password = "hunter2"
  var level = Double.nan
  var part = Incomparable()
  let body: @Sendable (Account, inout KeyedEncodingContainer<Key>) throws -> Void

  enum Key: String, CodingKey { case password, level, part, other, nothing }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(password, forKey: .password)
    try body(self, &container)
  }
}

private enum SpelledKey: CodingKey {
  case spelled(String)

  var stringValue: String { if case .spelled(let name) = self { name } else { "" } }
  var intValue: Int? { nil }

  init?(stringValue: String) { self = .spelled(stringValue) }
  init?(intValue: Int) { nil }
}

private struct KeyedByContents: Encodable {
  var password = "hunter2"

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SpelledKey.self)
    guard let key = SpelledKey(stringValue: password) else { return }
    try container.encode(1, forKey: key)
  }
}

private let mark: JSONValue = ["$private": true]

private func json(_ value: any Encodable, hiding names: String...) -> JSONValue? {
  ValueEncoder.json(of: value, hiding: PrivateNames(Set(names)))
}

@Suite struct EncoderTests {
  @Test("Each way to encode gives what Foundation's encoder gives, with one more $ before a name")
  func eachWay() throws {
    let data = try JSONEncoder().encode(EachWay())
    let expected = try JSONParser.value(of: ArraySlice(data))
    #expect(json(EachWay()) == expected)
    // Names that hide nothing of it take another way through the encoder.
    #expect(json(EachWay(), hiding: "Other.password") == expected)
    let list = try JSONParser.value(of: ArraySlice(try JSONEncoder().encode(Listed())))
    #expect(json(Listed()) == list)
    #expect(json(Dollar()) == ["$$name": 1, "$$$twice": 2])
  }

  @Test("A value may be nested as deep as the encoder goes, and no deeper")
  func depth() {
    let deepest = ValueEncoder.deepest
    #expect(json(Nested(levels: deepest))?["$text"] == nil)
    #expect(json(Nested(levels: deepest + 1)) == ["$text": "Nested, nested more than 200 deep"])
  }

  @Test("A property that cannot be compared is shown under its own name alone")
  func incomparable() {
    let account = Account { value, container in
      try container.encode(value.part, forKey: .part)
      try container.encode(value.part, forKey: .other)
    }
    #expect(
      json(account, hiding: "Account.password")
        == ["password": mark, "part": ["text": "shown"], "other": mark]
    )
  }

  @Test("A number that does not equal itself is known as a property, and others are not")
  func notANumber() {
    let same = Account { value, container in try container.encode(value.level, forKey: .level) }
    #expect(json(same, hiding: "Account.password") == ["password": mark, "level": "nan"])
    let other = Account { value, container in try container.encode(8_675.0, forKey: .level) }
    #expect(json(other, hiding: "Account.password") == ["password": mark, "level": mark])
  }

  @Test("A null that is encoded by hand beside a private property is private as well")
  func null() {
    let account = Account { _, container in try container.encodeNil(forKey: .nothing) }
    #expect(json(account, hiding: "Account.password") == ["password": mark, "nothing": mark])
    #expect(json(account, hiding: "Account.nothing") == ["password": "hunter2", "nothing": mark])
    #expect(json(account, hiding: "Account.other")?["nothing"] == .null)
  }

  @Test("A value whose key has contents of its own is private as a whole")
  func keysWithContents() {
    #expect(json(KeyedByContents(), hiding: "KeyedByContents.password") == mark)
  }

  @Test("Numbers that JSON has not are texts, of each width")
  func notFinite() {
    #expect(json(Double.infinity) == "inf" && json(-Double.infinity) == "-inf")
    #expect(json(Float.nan) == "nan" && json(-Double.nan) == "nan")
    #expect(PlainValue(-Double.infinity) == PlainValue("-inf"))
    #expect(PlainValue(Double.infinity) == PlainValue("inf"))
  }
}
