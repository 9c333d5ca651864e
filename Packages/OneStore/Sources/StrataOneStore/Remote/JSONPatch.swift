/// The operations of RFC 6902 that make one value of JSON another.
///
/// JSON compares names and texts by their code points. Swift takes two spellings of `é` for equal, and a receiver may
/// not, so both are compared here as JSON does.
enum JSONPatch {
  /// The operations, to be applied in order; none for equal values.
  ///
  /// Members and elements that are equal are left out. Of two arrays what begins and ends alike is left out.
  ///
  /// - Complexity: O(size of both values).
  static func operations(from old: JSONValue, to new: JSONValue) -> [JSONValue] {
    var operations: [JSONValue] = []
    compare(old, new, at: "", &operations)
    return operations
  }

  private static func compare(
    _ old: JSONValue,
    _ new: JSONValue,
    at path: String,
    _ operations: inout [JSONValue]
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, at: path, &operations)
    case (.array(let old), .array(let new)): compare(old, new, at: path, &operations)
    default:
      if !areSame(old, new) { operations.append(operation("replace", path, new)) }
    }
  }

  private static func compare(
    _ old: [String: JSONValue],
    _ new: [String: JSONValue],
    at path: String,
    _ operations: inout [JSONValue]
  ) {
    for name in old.keys.sorted() where value(of: name, in: new) == nil {
      operations.append(operation("remove", "\(path)/\(escaped(name))", nil))
    }
    for (name, new) in new.sorted(by: { $0.key < $1.key }) {
      let place = "\(path)/\(escaped(name))"
      if let old = value(of: name, in: old) {
        compare(old, new, at: place, &operations)
      } else {
        operations.append(operation("add", place, new))
      }
    }
  }

  /// The value of a member that is spelled like this.
  private static func value(of name: String, in members: [String: JSONValue]) -> JSONValue? {
    guard let place = members.index(forKey: name), isSpelled(members[place].key, name) else {
      return nil
    }
    return members[place].value
  }

  private static func areSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
    switch (old, new) {
    case (.string(let old), .string(let new)): isSpelled(old, new)
    case (.array(let old), .array(let new)):
      old.count == new.count && zip(old, new).allSatisfy { areSame($0, $1) }
    case (.object(let old), .object(let new)):
      old.count == new.count
        && old.allSatisfy { name, old in value(of: name, in: new).map { areSame(old, $0) } ?? false
        }
    default: old == new
    }
  }

  private static func isSpelled(_ one: String, _ other: String) -> Bool {
    one == other && one.utf8.elementsEqual(other.utf8)
  }

  private static func compare(
    _ old: [JSONValue],
    _ new: [JSONValue],
    at path: String,
    _ operations: inout [JSONValue]
  ) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, areSame(old[start], new[start]) { start += 1 }
    var end = 0
    while end < shorter - start, areSame(old[old.count - 1 - end], new[new.count - 1 - end]) {
      end += 1
    }
    let (oldEnd, newEnd) = (old.count - end, new.count - end)
    let shared = min(oldEnd, newEnd)
    for index in start..<shared {
      compare(old[index], new[index], at: "\(path)/\(index)", &operations)
    }
    // From the back: the positions of those before stay.
    for index in (shared..<max(oldEnd, shared)).reversed() {
      operations.append(operation("remove", "\(path)/\(index)", nil))
    }
    for index in shared..<max(newEnd, shared) {
      operations.append(operation("add", "\(path)/\(index)", new[index]))
    }
  }

  private static func operation(_ name: String, _ path: String, _ value: JSONValue?) -> JSONValue {
    var members: [String: JSONValue] = ["op": .string(name), "path": .string(path)]
    members["value"] = value
    return .object(members)
  }

  /// A name as a part of a path.
  private static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
    return name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }
}
