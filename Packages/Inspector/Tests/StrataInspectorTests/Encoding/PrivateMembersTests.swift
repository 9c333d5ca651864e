import Strata
import Testing

@testable import StrataInspector

private struct Renamed: Equatable, Codable {
  var name = "Ada"
  var password: String? = "hunter2"
  var age = 36

  enum CodingKeys: String, CodingKey {
    case name = "n"
    case password = "pw"
    case age
  }
}

private struct PartlyRenamed: Equatable, Codable {
  var name = "Ada"
  var password = "hunter2"

  enum CodingKeys: String, CodingKey {
    case name = "n"
    case password
  }
}

private struct ByHand: Encodable {
  var name = "Ada"
  var password = "hunter2"
  var level = 3
  let body: @Sendable (ByHand, any Encoder) throws -> Void

  enum Keys: CodingKey { case name, password, level, word, nested }

  func encode(to encoder: any Encoder) throws { try body(self, encoder) }
}

private struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private enum Message: Encodable {
  case login(password: String, name: String)
  case renamed(password: String, name: String)
  case plain(Int)

  enum RenamedCodingKeys: String, CodingKey {
    case password = "pw"
    case name
  }
}

private enum Command {
  case login(password: String, name: String)
}

private class Base: Encodable {
  var password = "hunter2"
  var name = "Ada"
}

private final class Member: Base {}

private struct Reflected: Codable, CustomReflectable, CustomStringConvertible {
  var password = "hunter2"
  var customMirror: Mirror { Mirror(self, children: [:]) }
  var description: String { password }
}

private struct Lazily {
  var name = "Ada"
  lazy var password = "hunter2"
}

private struct Opaque { var text = "hunter2" }

private struct Tree: Equatable, Codable {
  var children: [Tree] = []
  var secret = "hunter2"
  var title = ""

  enum CodingKeys: String, CodingKey {
    case children = "kids"
    case secret = "s"
    case title
  }
}

private func json(_ value: Any, hiding names: String...) -> JSONValue {
  let limits = ValueLimits(
    propertyBytes: 1 << 20,
    textBytes: 4_096,
    hidden: PrivateNames(Set(names))
  )
  return ValueWriter(limits: limits).json(of: value)
}

private let mark: JSONValue = ["$private": true]

@Suite struct PrivateMembersTests {
  @Test(
    "A private property with a coding key of another name is left out under that key",
    arguments: ["password", "Renamed.password"]
  )
  func renamedKey(name: String) {
    // While the private property has a key that is not known, only a member of its own name is known.
    let expected: JSONValue = ["n": mark, "pw": mark, "age": 36]
    #expect(json(Renamed(), hiding: name) == expected)
    #expect(json([Renamed()], hiding: name) == .array([expected]))
    #expect(json(Renamed?.some(Renamed()) as Any, hiding: name) == expected)
    #expect(json(["k": Renamed()], hiding: name) == ["k": expected])
    let equal = Renamed(name: "hunter2")
    #expect(!json(equal, hiding: name).description.contains("hunter2"))
  }

  @Test("A private property without a value hides no member of another name")
  func missingValue() {
    let expected: JSONValue = ["n": "Ada", "age": 36]
    #expect(json(Renamed(password: nil), hiding: "Renamed.password") == expected)
  }

  @Test("Beside a private property under its own name, a renamed one is known by its value")
  func renamedSibling() {
    let expected: JSONValue = ["n": "Ada", "password": mark]
    #expect(json(PartlyRenamed(), hiding: "PartlyRenamed.password") == expected)
  }

  @Test("The key of a private property hides that key alone")
  func keyByName() {
    let expected: JSONValue = ["n": "Ada", "pw": mark, "age": 36]
    #expect(json(Renamed(), hiding: "Renamed.pw") == expected)
  }

  @Test("An encoding by hand shows only what is another property under its own name")
  func byHand() {
    let members = ByHand { value, encoder in
      var container = encoder.container(keyedBy: ByHand.Keys.self)
      try container.encode(value.level, forKey: .level)
      try container.encode("\(value.name):\(value.password)", forKey: .name)
      try container.encode(value.password, forKey: .word)
    }
    #expect(
      json(members, hiding: "ByHand.password") == ["level": 3, "name": mark, "word": mark]
    )
    let nested = ByHand { value, encoder in
      var container = encoder.container(keyedBy: ByHand.Keys.self)
      try container.encode(value.password, forKey: .password)
      var nested = container.nestedContainer(keyedBy: ByHand.Keys.self, forKey: .nested)
      try nested.encode(value.password, forKey: .word)
      var list = container.nestedUnkeyedContainer(forKey: .level)
      try list.encode(value.password)
      try value.password.encode(to: container.superEncoder())
      try value.password.encode(to: container.superEncoder(forKey: .word))
    }
    #expect(
      json(nested, hiding: "ByHand.password")
        == ["password": mark, "nested": mark, "level": mark, "super": mark, "word": mark]
    )
  }

  @Test("An encoding without members, or with keys of the value's own, is private as a whole")
  func whole() {
    let single = ByHand { value, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(value.password)
    }
    let list = ByHand { value, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(value.name)
      try container.encode(value.password)
    }
    let names = ByHand { value, encoder in
      var container = encoder.container(keyedBy: TextKey.self)
      try container.encode(1, forKey: TextKey(stringValue: value.password))
    }
    for value in [single, list, names] { #expect(json(value, hiding: "ByHand.password") == mark) }
    #expect(json(single, hiding: "Other.password") == "hunter2")
  }

  @Test("An event's payload is left out under any key")
  func payloads() {
    let login = Message.login(password: "hunter2", name: "Ada")
    #expect(json(login, hiding: "password") == ["login": ["password": mark, "name": "Ada"]])
    #expect(json(login, hiding: "Message.login") == ["login": mark])
    let renamed = Message.renamed(password: "hunter2", name: "Ada")
    #expect(json(renamed, hiding: "password") == ["renamed": ["pw": mark, "name": "Ada"]])
    #expect(json(Message.plain(3), hiding: "password") == ["plain": ["_0": 3]])
  }

  @Test("A payload that is not encoded is left out by its enum's name")
  func parts() {
    let login = Command.login(password: "hunter2", name: "Ada")
    let expected: JSONValue = ["login": ["password": mark, "name": "Ada"]]
    #expect(json(login, hiding: "password") == expected)
    #expect(json(login, hiding: "Command.password") == expected)
  }

  @Test("A property of a superclass is left out of a subclass")
  func subclass() {
    let expected: JSONValue = ["password": mark, "name": "Ada"]
    #expect(json(Member(), hiding: "Base.password") == expected)
    #expect(json(Member(), hiding: "Member.password") == expected)
  }

  @Test("A value with a mirror of its own is private as a whole if a property of its type is")
  func customMirror() {
    #expect(json(Reflected(), hiding: "Reflected.password") == mark)
    #expect(json([Reflected()], hiding: "Reflected.password") == .array([mark]))
  }

  @Test("A lazy property, and an entry of a dictionary of plain types, are left out by name")
  func otherNames() {
    var value = Lazily()
    _ = value.password
    #expect(!json(value, hiding: "password").description.contains("hunter2"))
    let entries = json(["password": Opaque()], hiding: "password")
    #expect(!entries.description.contains("hunter2"))
  }

  @Test("A private entry of a dictionary of plain types hides no other entry")
  func otherEntries() {
    let entries = json(
      ["password": Opaque(), "name": Opaque(text: "Ada")],
      hiding: "password"
    )
    #expect(!entries.description.contains("hunter2"))
    #expect(entries.description.contains("Ada"))
  }

  @Test("The name of a type leaves out its values in others")
  func types() {
    #expect(json([Renamed()], hiding: "Renamed") == .array([mark]))
    #expect(json([Opaque()], hiding: "Opaque") == .array([mark]))
  }

  @Test("A private property is left out at each level of nested values")
  func nesting() {
    var tree = Tree()
    for _ in 0..<60 { tree = Tree(children: [tree]) }
    #expect(!json(tree, hiding: "Tree.secret").description.contains("hunter2"))
  }
}
