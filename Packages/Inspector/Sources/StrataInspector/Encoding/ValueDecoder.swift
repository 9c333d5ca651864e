/// Decodes values of a recorded state: the inverse of ``ValueEncoder``.
///
/// Any JSON gives a value or an error. Nesting is bounded, because decoding recurses.
struct ValueDecoder: Decoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  let state: RecordedValue
  let value: JSONValue

  /// Makes a decoder of a value.
  init(_ value: JSONValue, in state: RecordedValue, userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.init(value, in: state, userInfo, [IndexKey("state")])
  }

  fileprivate init(
    _ value: JSONValue,
    in state: RecordedValue,
    _ userInfo: [CodingUserInfoKey: Any],
    _ codingPath: [any CodingKey]
  ) {
    self.value = value
    self.state = state
    self.userInfo = userInfo
    self.codingPath = codingPath
  }

  // The paths of values that have none, such as elements.
  fileprivate struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
  }

  fileprivate func below(_ value: JSONValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value, in: state, userInfo, codingPath + [key])
  }

  fileprivate func error(_ text: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(codingPath: codingPath, debugDescription: "\(type) is expected")
    )
  }

  /// The value as JSON.
  fileprivate func json(for type: Any.Type) throws -> JSONValue {
    switch state.content(of: value) {
    case .value(let value): return value
    case .missing(let reason): throw error(reason)
    case .node, .identity: throw mismatch(type)
    }
  }

  /// The members by the program's names.
  fileprivate func members() throws -> [String: JSONValue] {
    switch state.content(of: value) {
    case .node(let properties): return properties
    case .value(.object(let object)):
      let named = object.compactMap { member in
        RecordedValue.name(of: member.name).map { ($0, member.value) }
      }
      return Dictionary(named) { $1 }
    case .missing(let reason): throw error(reason)
    case .value, .identity: throw mismatch([String: Any].self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(DecodedMembers<Key>(decoder: self, members: try members()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = try json(for: [Any].self) else { throw mismatch([Any].self) }
    return DecodedElements(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

// MARK: Single values

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let flag) = try json(for: type) else { throw mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    if case .identity(let text) = state.content(of: value) { return text }
    guard case .string(let text) = try json(for: type) else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch try json(for: type) {
    case .number(let number): return number
    case .integer(let number): return Double(number)
    case .unsigned(let number): return Double(number)
    case .string("nan"): return .nan
    case .string("inf"): return .infinity
    case .string("-inf"): return -.infinity
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

  private func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    if case .identity(let text) = state.content(of: value) {
      guard let number = Number(text) else { throw mismatch(type) }
      return number
    }
    let number: Number?
    switch try json(for: type) {
    case .integer(let found): number = Number(exactly: found)
    case .unsigned(let found): number = Number(exactly: found)
    default: throw mismatch(type)
    }
    guard let number else { throw error("the number does not fit \(type)") }
    return number
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard codingPath.count <= ValueEncoder.deepest else {
      throw error("it is nested more than \(ValueEncoder.deepest) deep")
    }
    // What was not recorded is said here, before its type looks at it in its own way.
    if case .missing(let reason) = state.content(of: value) { throw error(reason) }
    return try Value(from: self)
  }
}

// MARK: Members

private struct DecodedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [String: JSONValue]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func at(_ key: Key) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      let words = "'\(key.stringValue)' is missing"
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: words)
      )
    }
    return decoder.below(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try at(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try at(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try at(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try at(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try at(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try at(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try at(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try at(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try at(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try at(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try at(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try at(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try at(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try at(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try at(key).decode(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try at(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try at(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try at(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let value = members["super"] else { return decoder }
    return decoder.below(value, ValueDecoder.IndexKey("super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try at(key) }
}

// MARK: Elements

private struct DecodedElements: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [JSONValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [JSONValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func next() throws -> ValueDecoder {
    guard !isAtEnd else { throw decoder.error("there are \(elements.count) elements, and no more") }
    return decoder.below(elements[currentIndex], ValueDecoder.IndexKey(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard try next().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next()
    currentIndex += 1
    return decoder
  }
}
