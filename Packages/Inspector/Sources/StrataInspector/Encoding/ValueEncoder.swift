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
    guard let below = place.below(value) else { return PrivateNames.mark }
    let encoder = ValueEncoder(below)
    try value.encode(to: encoder)
    return encoder.isKnown ? encoder.json : PrivateNames.mark
  }

  /// Whether what has been encoded tells a private property from the others, as the members of an object do.
  private var isKnown: Bool {
    guard place.stored != nil else { return true }
    switch content {
    case .none, .object: return true
    case .value, .array, .encoder: return false
    }
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
      return .string(value.isNaN ? "nan" : "\(value)")
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
    let object = EncodedObject(place.stored)
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
  private struct Member {
    let name: String
    let content: ValueEncoder.Content
    /// Whether it may be a private property that has the value of another one.
    let isDoubtful: Bool
  }

  private var members: [Member] = []
  private let stored: StoredMembers?
  private var hidden: Set<String> = []
  /// Whether the names of members may be private as well.
  private var hasUnknownNames = false

  init(_ stored: StoredMembers?) { self.stored = stored }

  func set(_ name: String, _ content: ValueEncoder.Content, isDoubtful: Bool = false) {
    let name = name.hasPrefix("$") ? "$" + name : name
    members.append(Member(name: name, content: content, isDoubtful: isDoubtful))
  }

  /// Hides a member that has the name of a private property.
  func hide(_ name: String) {
    hidden.insert(name)
    set(name, .value(PrivateNames.mark))
  }

  /// Hides a member of which nothing is known.
  func hideUnknown(_ key: some CodingKey) {
    let mirror = Mirror(reflecting: key)
    if mirror.displayStyle != .enum || !mirror.children.isEmpty { hasUnknownNames = true }
    set(key.stringValue, .value(PrivateNames.mark))
  }

  var json: JSONValue {
    if hasUnknownNames { return PrivateNames.mark }
    let isComplete = stored.map { hidden.isSuperset(of: $0.hidden) } ?? true
    return .object(
      JSONObject(
        members.map { member in
          let isHidden = member.isDoubtful && !isComplete
          return (member.name, isHidden ? PrivateNames.mark : member.content.json)
        }
      )
    )
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

  mutating func encodeNil(forKey key: Key) throws {
    if isOpen(key) { object.set(key.stringValue, .value(.null)) }
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let name = key.stringValue
    if place.hides(name) { return object.hide(name) }
    let origin = place.stored?.origin(of: value, name) ?? .property
    if origin == .unknown { return object.hideUnknown(key) }
    let json = try ValueEncoder.encoded(value, place)
    object.set(name, .value(json), isDoubtful: origin == .equal)
  }

  /// Whether anything may stand at a key; otherwise that is hidden.
  private func isOpen(_ key: Key) -> Bool {
    if place.hides(key.stringValue) {
      object.hide(key.stringValue)
    } else if place.stored != nil {
      object.hideUnknown(key)
    } else {
      return true
    }
    return false
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = EncodedObject(place.stored)
    let isPayload = place.stored?.isPayload ?? false && !place.hides(key.stringValue)
    if isPayload || isOpen(key) { object.set(key.stringValue, .object(nested)) }
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(object: nested, place: place))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = EncodedArray()
    if isOpen(key) { object.set(key.stringValue, .array(nested)) }
    return ListContainer(array: nested, place: place)
  }

  mutating func superEncoder() -> any Encoder {
    let encoder = ValueEncoder.nested(in: place)
    let isHidden = place.stored != nil || place.hides("super")
    object.set("super", isHidden ? .value(PrivateNames.mark) : .encoder(encoder))
    return encoder
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let encoder = ValueEncoder.nested(in: place)
    if isOpen(key) { object.set(key.stringValue, .encoder(encoder)) }
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
    let nested = EncodedObject(place.stored)
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
  private(set) var depth = 0
  private let names: PrivateNames
  /// The names of the type whose members are encoded; empty while no name is private.
  private var types: [String] = []
  /// The properties of the value whose members are encoded, if some of them are private.
  private(set) var stored: StoredMembers?

  init(_ names: PrivateNames) { self.names = names }

  /// The place of a value's members; `nil` if all of the value is private.
  func below(_ value: any Encodable) -> EncodedPlace? {
    var place = self
    place.depth += 1
    if names.isEmpty { return place }
    let rule = names.rule(for: value)
    if rule.kind == .all { return nil }
    place.types = rule.types
    place.stored = StoredMembers(of: value, names, rule)
    return place
  }

  func hides(_ member: String) -> Bool { names.contains(member, of: types) }
}
