import Foundation

/// A collection whose order is no part of its value, and which the standard library encodes in the order of its memory.
protocol UnorderedCollection {
  /// Whether the order of the elements reaches the encoded data.
  static var isEncodedInMemoryOrder: Bool { get }

  /// Encodes the elements in an order that equal collections share.
  func encodeInOrder(to encoder: any Encoder) throws
}

/// Encodes an unordered collection in the order of its elements' own data.
struct EncodedInOrder: Encodable {
  private let collection: any UnorderedCollection

  /// - Returns: `nil` for a value whose data does not depend on an order in memory.
  init?(_ value: Any) {
    guard let collection = value as? any UnorderedCollection,
      type(of: collection).isEncodedInMemoryOrder
    else { return nil }
    self.collection = collection
  }

  func encode(to encoder: any Encoder) throws { try collection.encodeInOrder(to: encoder) }

  /// The places of elements, sorted by the data of each.
  fileprivate static func order(_ elements: [some Encodable]) throws -> [Int] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .savedStates
    let data = try elements.map { try encoder.encode($0) }
    return data.indices.sorted { data[$0].lexicographicallyPrecedes(data[$1]) }
  }
}

extension JSONEncoder.NonConformingFloatEncodingStrategy {
  /// Infinite numbers, and values that are no numbers, as texts.
  static var savedStates: Self {
    .convertToString(positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
  }
}

extension Set: UnorderedCollection where Element: Encodable {
  static var isEncodedInMemoryOrder: Bool { true }

  func encodeInOrder(to encoder: any Encoder) throws {
    let elements = Array(self)
    var container = encoder.unkeyedContainer()
    for place in try EncodedInOrder.order(elements) { try container.encode(elements[place]) }
  }
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
  /// Keys that are names become the names of a JSON object, which the encoder sorts.
  static var isEncodedInMemoryOrder: Bool { !(Key.self is any CodingKeyRepresentable.Type) }

  func encodeInOrder(to encoder: any Encoder) throws {
    let entries = Array(self)
    var container = encoder.unkeyedContainer()
    for place in try EncodedInOrder.order(entries.map(\.key)) {
      try container.encode(entries[place].key)
      try container.encode(entries[place].value)
    }
  }
}
