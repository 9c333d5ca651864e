/// A value of a recorded state, with the nodes that it refers to, for decoding.
struct RecordedValue {
  /// What a recording says of one value.
  enum Content {
    /// A value that JSON has, with the names of a program.
    case value(JSONValue)
    /// The properties of a node; private ones are missing.
    case node([String: JSONValue])
    /// Text that identifies a node.
    case identity(String)
    /// A value that was not recorded, and why.
    case missing(String)
  }

  private static let identityName = "$identity"
  /// The name that a saved state has for the number of a model in several places.
  private static let sharedName = "@shared"

  private let nodes: JSONObject
  /// The numbers of nodes that are referred to more than once.
  private let shared: [String: Int]

  /// Takes the nodes of a state.
  ///
  /// - Complexity: O(size of the state).
  init(_ members: JSONObject) {
    nodes = members
    var seen: Set<String> = []
    var shared: [String: Int] = [:]
    var waiting = nodes.map(\.value)
    while let value = waiting.popLast() {
      switch value {
      case .array(let elements): waiting += elements
      case .object(let members):
        if let id = members["$ref"]?.text {
          if !seen.insert(id).inserted, shared[id] == nil { shared[id] = shared.count + 1 }
        } else {
          waiting += members.map(\.value)
        }
      default: break
      }
    }
    self.shared = shared
  }

  /// What a value is.
  func content(of value: JSONValue) -> Content {
    guard case .object(let members) = value else { return .value(value) }
    if let id = members["$ref"]?.text {
      guard let node = nodes[id]?.members else {
        return .missing("the node \(id) is not in the state")
      }
      return .node(properties(of: node, shared[id]))
    }
    if let text = members[Self.identityName]?.text { return .identity(text) }
    if members["$private"]?.flag == true { return .missing("it is private, and was not recorded") }
    if members["$omitted"] != nil { return .missing("it is too large, and was not recorded") }
    if members["$text"] != nil {
      return .missing("it is not Encodable: only its text was recorded")
    }
    return .value(value)
  }

  // The identity stands for a constant `id`, which is no property of a recorded node.
  private func properties(of node: JSONObject, _ number: Int?) -> [String: JSONValue] {
    var properties: [String: JSONValue] = [:]
    for (name, value) in node where value != PrivateNames.mark {
      if let name = Self.name(of: name) { properties[name] = value }
    }
    if let id = node["$id"]?.text, node["id"] == nil {
      properties["id"] = [Self.identityName: .string(id)]
    }
    if let number { properties[Self.sharedName] = JSONValue(number) }
    return properties
  }

  /// A program's name of a member; `nil` for one of the format.
  static func name(of member: String) -> String? {
    guard member.hasPrefix("$") else { return member }
    return member.hasPrefix("$$") ? String(member.dropFirst()) : nil
  }
}
