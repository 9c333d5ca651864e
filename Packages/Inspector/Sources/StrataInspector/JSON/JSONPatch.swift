/// Changes of a value of JSON, as RFC 6902 describes them.
///
/// Of the RFC's operations a recording has `add`, `remove` and `replace`.
public struct JSONPatch: Sendable, Hashable {
  /// One change.
  public enum Operation: Sendable, Hashable {
    /// Puts a value where none was, or between the elements of an array.
    case add(path: String, value: JSONValue)
    /// Takes a value away.
    case remove(path: String)
    /// Puts a value in the place of another.
    case replace(path: String, value: JSONValue)

    /// Where: a JSON Pointer, as RFC 6901 describes it.
    public var path: String {
      switch self {
      case .add(let path, _), .remove(let path), .replace(let path, _): path
      }
    }
  }

  /// The changes, in the order in which they are applied.
  public var operations: [Operation]

  /// Makes a patch.
  ///
  /// - Parameter operations: The changes, in order.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch {
  /// Reads the array of operations that RFC 6902 describes; `nil` if it is none, or has an operation that a
  /// recording does not have.
  ///
  /// - Parameter json: The array.
  public init?(json: JSONValue) {
    guard let elements = json.elements else { return nil }
    var operations: [Operation] = []
    for element in elements {
      guard let path = element["path"]?.text, path.isEmpty || path.hasPrefix("/") else {
        return nil
      }
      switch (element["op"]?.text, element["value"]) {
      case ("add", let value?): operations.append(.add(path: path, value: value))
      case ("replace", let value?): operations.append(.replace(path: path, value: value))
      case ("remove", _): operations.append(.remove(path: path))
      default: return nil
      }
    }
    self.operations = operations
  }

  /// The array of operations that RFC 6902 describes.
  public var json: JSONValue {
    .array(
      operations.map { operation in
        switch operation {
        case .add(let path, let value):
          ["op": "add", "path": .string(path), "value": value]
        case .remove(let path): ["op": "remove", "path": .string(path)]
        case .replace(let path, let value):
          ["op": "replace", "path": .string(path), "value": value]
        }
      }
    )
  }
}

/// Where a value is inside another, as RFC 6901 describes it.
enum JSONPointer {
  /// The names and positions from the outermost on; `nil` if the text is no pointer.
  static func tokens(of path: String) -> [String]? {
    guard !path.isEmpty else { return [] }
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return parts.map(unescaped)
  }

  /// A name as a part of a pointer.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
    return name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }

  private static func unescaped(_ part: Substring) -> String {
    guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
    return part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
      .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
  }
}
