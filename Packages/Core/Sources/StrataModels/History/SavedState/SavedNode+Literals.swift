// For migrations that write a new value: `state["tags"] = ["home", 2]`.

extension SavedNode: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a yes or a no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes several values in order.
  public init(arrayLiteral elements: SavedNode...) { self = .array(elements) }

  /// Makes values by name; of two values with one name, the last counts.
  public init(dictionaryLiteral elements: (String, SavedNode)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
