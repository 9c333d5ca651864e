/// JSON as a tree that may be invalid: a leaf is any text, and an object may have a name twice.
indirect enum JSONTree {
  case leaf(String)
  case array([JSONTree])
  case object([(name: String, value: JSONTree)])

  /// Makes a tree of what `JSONSerialization` gives for valid JSON.
  init(_ value: Any) {
    switch value {
    case let object as [String: Any]:
      self = .object(
        object.sorted { $0.key < $1.key }.map { ("\"\($0.key)\"", JSONTree($0.value)) }
      )
    case let array as [Any]: self = .array(array.map(JSONTree.init))
    case let text as String: self = .leaf(String(reflecting: text))
    default: self = .leaf("\(value)")
    }
  }

  var text: String {
    switch self {
    case .leaf(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { $0.name + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  /// Changes one node, which is chosen at random.
  mutating func mutate(_ random: inout SeededGenerator) {
    switch self {
    case .array(var elements) where !elements.isEmpty && !random.oneIn(4):
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements.shuffle(using: &random)
      default: elements[index].mutate(&random)
      }
      self = .array(elements)
    case .object(var members) where !members.isEmpty && !random.oneIn(5):
      let index = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: members.remove(at: index)
      case 1: members.append(members[index])
      case 2: members[index].name = random.one(of: Self.names)
      case 3:
        let other = Int.random(in: 0..<members.count, using: &random)
        (members[index].value, members[other].value) = (members[other].value, members[index].value)
      default: members[index].value.mutate(&random)
      }
      self = .object(members)
    default: self = Self.replacement(of: self, &random)
    }
  }

  private static func replacement(of tree: JSONTree, _ random: inout SeededGenerator) -> JSONTree {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .array([tree])
    case 1: return .object([("\"id\"", tree)])
    case 2:
      var deep = tree
      let isArray = random.oneIn(2)
      for _ in 0..<random.one(of: [10, 490, 505, 508, 509, 510, 511, 512, 513, 514, 600, 2_000]) {
        deep = isArray ? .array([deep]) : .object([("\"next\"", deep)])
      }
      return deep
    case 3: return .leaf(String(repeating: "[", count: Int.random(in: 500...520, using: &random)))
    default: return .leaf(random.one(of: leaves))
    }
  }

  private static let names = ["\"id\"", "\"\"", "\"next\"", "\"version\"", "\"\\u0000\"", "\"_0\""]
  private static let leaves = [
    "null", "true", "0", "-0", "-1", "1.5", "1e400", "-1e-400", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0.1e1", "NaN", "\"\"",
    "\"nan\"", "\"+inf\"", "\"\\ud800\"", "\"\\uD83D\\uDE00\"", "\"\\u0000\"", "[]", "{}", "[[]]",
    "{\"a\":{}}", "1", "2", "\"1\"", "", "\"", "'x'", "01", "-", "\"A\\n\"", "tru",
  ]
}
