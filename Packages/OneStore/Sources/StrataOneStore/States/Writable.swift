public import StrataExtensions

/// Lets views write a property of a model's state, by a binding.
///
/// ```swift
/// struct State: Equatable {
///   @Writable var count = 0
/// }
///
/// Stepper("Count", value: model.$count)
/// ```
@propertyWrapper
public struct Writable<Value> {
  var value: Value

  /// Makes one of a value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
    _modify { yield &value }
  }

  /// The property itself, by which models make bindings to it.
  public var projectedValue: Writable {
    get { self }
    set { self = newValue }
  }
}

extension Writable: Sendable where Value: Sendable {}

extension Writable: Equatable where Value: Equatable {}

extension Writable: Hashable where Value: Hashable {}

extension Writable: Encodable where Value: Encodable {
  /// Writes the value alone.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Writable: Decodable where Value: Decodable {
  /// Reads the value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }
}

extension Writable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value as text.
  public var description: String { String(describing: value) }
  /// The value as text, for debugging.
  public var debugDescription: String { String(reflecting: value) }
  /// The value's own parts.
  public var customMirror: Mirror { Mirror(reflecting: value) }
}

extension Writable: DumpRepresentable {
  /// The value: dumps and diffs show it as if it were not wrapped.
  public var dumpRepresentation: DumpRepresentation { .value(value) }
}

extension Writable: ModelFieldDeclaring where Value: ModelFieldDeclaring {
  static func makeField(name: String, offset: Int, number: Int) -> StateField {
    Value.makeField(name: name, offset: offset, number: number)
  }
}
