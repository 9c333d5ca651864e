extension JSONPatch {
  /// An operation that a value cannot take.
  public struct ApplyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the operation leads.
    public let path: String
    /// What is wrong there.
    public let problem: String

    /// What is wrong, and where.
    public var description: String { "The patch cannot be applied at \"\(path)\": \(problem)." }
  }

  /// Applies the operations to a value.
  ///
  /// - Parameter value: The value; where an operation fails, it has what the ones before made of it.
  /// - Throws: ``ApplyError`` for the first operation that cannot be applied.
  /// - Complexity: O(length of the paths), and what moving the elements of a changed array takes.
  public func apply(to value: inout JSONValue) throws(ApplyError) {
    for operation in operations { try operation.apply(to: &value) }
  }
}

extension JSONPatch.Operation {
  func apply(to value: inout JSONValue) throws(JSONPatch.ApplyError) {
    guard let tokens = JSONPointer.tokens(of: path) else { throw failed("it is no pointer") }
    if let problem = apply(to: &value, tokens[...]) { throw failed(problem) }
  }

  /// Applies the operation below a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - tokens: The rest of the way.
  /// - Returns: What is wrong; `nil` if it was applied.
  func apply(to value: inout JSONValue, _ tokens: ArraySlice<String>) -> String? {
    guard let token = tokens.first else {
      switch self {
      case .add(_, let new), .replace(_, let new): value = new
      case .remove: return "the whole value cannot be removed"
      }
      return nil
    }
    switch value {
    case .object(var members):
      // Given back below; meanwhile nothing else holds the members, so they are changed where they are.
      value = .null
      defer { value = .object(members) }
      if tokens.count == 1 { return applyLast(to: &members, token) }
      return members.change(token) { apply(to: &$0, tokens.dropFirst()) }
        ?? "there is no \"\(token)\""
    case .array(var elements):
      value = .null
      defer { value = .array(elements) }
      if tokens.count == 1 { return applyLast(to: &elements, token) }
      guard let index = Self.index(token), index < elements.count else {
        return "there is no element \(token)"
      }
      return apply(to: &elements[index], tokens.dropFirst())
    default: return "\"\(token)\" leads into a plain value"
    }
  }

  private func applyLast(to members: inout JSONObject, _ name: String) -> String? {
    switch self {
    case .add(_, let value): members[name] = value
    case .replace(_, let value):
      guard members[name] != nil else { return "there is no \"\(name)\"" }
      members[name] = value
    case .remove:
      guard members[name] != nil else { return "there is no \"\(name)\"" }
      members[name] = nil
    }
    return nil
  }

  private func applyLast(to elements: inout [JSONValue], _ token: String) -> String? {
    let index = token == "-" ? elements.count : Self.index(token)
    guard let index else { return "\"\(token)\" is no position" }
    switch self {
    case .add(_, let value):
      guard index <= elements.count else { return "there is no place \(token)" }
      elements.insert(value, at: index)
    case .replace(_, let value):
      guard index < elements.count else { return "there is no element \(token)" }
      elements[index] = value
    case .remove:
      guard index < elements.count else { return "there is no element \(token)" }
      elements.remove(at: index)
    }
    return nil
  }

  private static func index(_ token: String) -> Int? {
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      token == "0" || token.utf8.first != UInt8(ascii: "0")
    else { return nil }
    return Int(token)
  }

  private func failed(_ problem: String) -> JSONPatch.ApplyError {
    JSONPatch.ApplyError(path: path, problem: problem)
  }
}
