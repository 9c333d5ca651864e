extension JSONPatch {
  /// Makes the operations that make one value another; none for equal values.
  ///
  /// Members and elements that are equal are left out. Of two arrays, the parts at the beginning and at the end
  /// that are equal are left out.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - new: The value after.
  ///   - path: Where the values are, as a JSON Pointer.
  /// - Complexity: O(size of both values).
  public init(from old: JSONValue, to new: JSONValue, at path: String = "") {
    operations = []
    compare(old, new, path)
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new, path)
    case (.array(let old), .array(let new)): compare(old, new, path)
    default: if old != new { operations.append(.replace(path: path, value: new)) }
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, _ path: String) {
    for (name, _) in old where new[name] == nil {
      operations.append(.remove(path: "\(path)/\(JSONPointer.escaped(name))"))
    }
    for (name, value) in new {
      let place = "\(path)/\(JSONPointer.escaped(name))"
      if let former = old[name] {
        compare(former, value, place)
      } else {
        operations.append(.add(path: place, value: value))
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], _ path: String) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let (oldEnd, newEnd) = (old.count - end, new.count - end)
    let shared = min(oldEnd, newEnd)
    for index in start..<shared { compare(old[index], new[index], "\(path)/\(index)") }
    // From the back: the positions of those before stay.
    for index in (shared..<max(oldEnd, shared)).reversed() {
      operations.append(.remove(path: "\(path)/\(index)"))
    }
    for index in shared..<max(newEnd, shared) {
      operations.append(.add(path: "\(path)/\(index)", value: new[index]))
    }
  }
}
