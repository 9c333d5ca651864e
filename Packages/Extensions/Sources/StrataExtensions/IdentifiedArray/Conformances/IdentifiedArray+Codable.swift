extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements in order, just as `Array` does.
  ///
  /// - Throws: The error of the encoder or an element.
  @inlinable
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes elements from the format of `Array`.
  ///
  /// - Throws: The error of the decoder or an element, or `DecodingError.dataCorrupted`, with the path of the second
  ///   element, if two have one id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    reserveCapacity(Swift.min(container.count ?? 0, 4_096))
    while !container.isAtEnd {
      let place = container.currentIndex
      let (isInserted, first) = append(try container.decode(Element.self))
      if !isInserted {
        // The container itself stands behind the element by now.
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [ElementIndex(intValue: place)],
            debugDescription: "The elements at \(first) and \(place) both have the id "
              + "\(id(of: self[first])). Each element of an identified array needs an id of its own."
          )
        )
      }
    }
  }
}

/// The place of an element in the path of an error.
private struct ElementIndex: CodingKey {
  let index: Int

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }

  init(intValue: Int) { index = intValue }

  init?(stringValue: String) { nil }
}
