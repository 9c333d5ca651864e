/// Encodes a value as JSON without text in between.
///
/// Members whose names begin with `$` get one `$` more, because the format has such members of its own.
final class ValueEncoder: Encoder {
  /// How deep a value may be nested; deeper ones are not encoded, because encoding recurses.
  static let deepest = 200

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let place: EncodedPlace
  fileprivate var content = Content.none

  fileprivate enum Content {
    case none
    case value(JSONValue)
    case object(EncodedObject)
    case array(EncodedArray)
    case encoder(ValueEncoder)
  }

  private init(_ place: EncodedPlace) {
    self.place = place
  }

  /// The JSON of a value; `nil` if it cannot be encoded.
  static func json(of value: any Encodable, hiding names: PrivateNames) -> JSONValue? {
    do {
      return try encoded(value, EncodedPlace(names))
    } catch is TooDeep {
      return tooDeep(value)
    } catch {
      return nil
    }
  }

  /// The text that stands for a value that is nested too deeply; its own description would recurse, too.
  static func tooDeep(_ value: Any) -> JSONValue {
    ["$text": .string("\(type(of: value)), nested more than \(deepest) deep")]
  }

  fileprivate static func encoded(_ value: any Encodable, _ place: EncodedPlace) throws -> JSONValue
  {
    if let value = simple(value) { return value }
    guard place.depth < deepest else { throw TooDeep() }
    let encoder = ValueEncoder(place.below(value))
    try value.encode(to: encoder)
    return encoder.json
  }

  private struct TooDeep: Error {}

  private static func simple(_ value: any Encodable) -> JSONValue? {
    switch value {
    case let value as String: .string(value)
    case let value as Bool: .bool(value)
    case let value as Int: JSONValue(value)
    case let value as Double: number(value)
    case let value as Float: number(Double(value))
    case let value as any BinaryInteger: JSONValue(value)
    default: nil
    }
  }

  private static func number(_ value: Double) -> JSONValue {
    guard value.isFinite else {
      return .string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }
    return .number(value)
  }

  /// What has been encoded; an empty object if nothing has.
  fileprivate var json: JSONValue { content.json }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer<Key>(object: object(), place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListContainer(array: array(), place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self, place: place)
  }

  // A value that asks twice for a container of one kind, as a subclass does, goes on with the first.
  private func object() -> EncodedObject {
    if case .object(let object) = content { return object }
    let object = EncodedObject()
    content = .object(object)
    return object
  }

  private func array() -> EncodedArray {
    if case .array(let array) = content { return array }
    let array = EncodedArray()
    content = .array(array)
    return array
  }

  fileprivate static func nested(in place: EncodedPlace) -> ValueEncoder {
    ValueEncoder(place)
  }
}

/// The members of an object that is being encoded.
private final class EncodedObject {
  private var members: [(String, ValueEncoder.Content)] = []

  func set(_ name: String, _ content: ValueEncoder.Content) {
    members.append((name.hasPrefix("$") ? "$" + name : name, content))
  }

  var json: JSONValue {
    .object(JSONObject(members.map { ($0.0, $0.1.json) }))
  }
}

/// The elements of an array that is being encoded.
private final class EncodedArray {
  var elements: [ValueEncoder.Content] = []

  var json: JSONValue { .array(elements.map(\.json)) }
}

extension ValueEncoder.Content {
  fileprivate var json: JSONValue {
    switch self {
    case .none: .object(JSONObject())
    case .value(let value): value
    case .object(let object): object.json
    case .array(let array): array.json
    case .encoder(let encoder): encoder.json
    }
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: EncodedObject
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { object.set(key.stringValue, .value(.null)) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let isHidden = place.hides(key.stringValue)
    let json = isHidden ? PrivateNames.mark : try ValueEncoder.encoded(value, place)
    object.set(key.stringValue, .value(json))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = EncodedObject()
    object.set(
      key.stringValue,
      place.hides(key.stringValue) ? .value(PrivateNames.mark) : .object(nested)
    )
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(object: nested, place: place))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = EncodedArray()
    object.set(
      key.stringValue,
      place.hides(key.stringValue) ? .value(PrivateNames.mark) : .array(nested)
    )
    return ListContainer(array: nested, place: place)
  }

  mutating func superEncoder() -> any Encoder { encoder(for: "super") }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key.stringValue) }

  private func encoder(for name: String) -> any Encoder {
    let encoder = ValueEncoder.nested(in: place)
    object.set(name, place.hides(name) ? .value(PrivateNames.mark) : .encoder(encoder))
    return encoder
  }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let array: EncodedArray
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }
  var count: Int { array.elements.count }

  mutating func encodeNil() throws { array.elements.append(.value(.null)) }

  mutating func encode(_ value: some Encodable) throws {
    array.elements.append(.value(try ValueEncoder.encoded(value, place)))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = EncodedObject()
    array.elements.append(.object(nested))
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(object: nested, place: place))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = EncodedArray()
    array.elements.append(.array(nested))
    return ListContainer(array: nested, place: place)
  }

  mutating func superEncoder() -> any Encoder {
    let encoder = ValueEncoder.nested(in: place)
    array.elements.append(.encoder(encoder))
    return encoder
  }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws { encoder.content = .value(.null) }

  mutating func encode(_ value: some Encodable) throws {
    encoder.content = .value(try ValueEncoder.encoded(value, place))
  }
}

/// Where in a value an encoder is.
private struct EncodedPlace {
  var depth = 0
  private let names: PrivateNames
  /// The type whose members are encoded; empty while no name is private.
  private var type = ""

  init(_ names: PrivateNames) { self.names = names }

  func below(_ value: any Encodable) -> EncodedPlace {
    var place = self
    place.depth += 1
    if !names.isEmpty { place.type = String(describing: Swift.type(of: value)) }
    return place
  }

  func hides(_ member: String) -> Bool { names.contains(member, of: type) }
}
