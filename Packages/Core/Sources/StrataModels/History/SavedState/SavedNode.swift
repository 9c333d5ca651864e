/// A part of a saved state without its type, for migrations.
///
/// ```swift
/// try model.restoreState(from: data, version: 2) { state, version in
///   if version < 2 { state["title"] = state.removeValue(forKey: "name") }
/// }
/// ```
public enum SavedNode: Sendable, Hashable, Codable {
  /// Nothing.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// Several values in order.
  case array([SavedNode])
  /// Values by name: a model, a dictionary.
  case object([String: SavedNode])

  /// Reads a value of any kind.
  ///
  /// - Throws: The decoder's error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self), !Self.isNegativeZero(value, container)
    {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([SavedNode].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: SavedNode].self))
    }
  }

  /// Whether a number that reads as the integer 0 is `-0`, whose sign a whole number does not have.
  private static func isNegativeZero(
    _ value: Int64,
    _ container: any SingleValueDecodingContainer
  ) -> Bool {
    value == 0 && (try? container.decode(Double.self))?.sign == .minus
  }

  /// Writes the part as what it is.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// A part of an object; `nil` if there is none, or this is no object.
  ///
  /// Setting a part of something else does nothing.
  public subscript(name: String) -> SavedNode? {
    get {
      guard case .object(let parts) = self else { return nil }
      return parts[name]
    }
    set {
      guard case .object(var parts) = self else { return }
      parts[name] = newValue
      self = .object(parts)
    }
  }

  /// Takes a part out of an object.
  ///
  /// - Returns: The part; `nil` if there was none.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> SavedNode? {
    let removed = self[name]
    self[name] = nil
    return removed
  }

  /// Changes each element of an array; does nothing to another value.
  ///
  /// - Throws: The error of `body`.
  public mutating func changeElements<Failure: Error>(
    _ body: (inout SavedNode) throws(Failure) -> Void
  ) throws(Failure) {
    guard case .array(var elements) = self else { return }
    for index in elements.indices { try body(&elements[index]) }
    self = .array(elements)
  }
}
