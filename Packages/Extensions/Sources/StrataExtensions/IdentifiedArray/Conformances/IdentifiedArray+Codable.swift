extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements in order, just as `Array` does.
  ///
  /// - Throws: What the encoder or an element throws.
  @inlinable
  public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes elements from what `Array` would decode.
  ///
  /// - Throws: What the decoder or an element throws, or `DecodingError.dataCorrupted`, with the
  ///   place of the second element, if two have one id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    reserveCapacity(Swift.min(container.count ?? 0, 4_096))
    while !container.isAtEnd {
      let place = container.currentIndex
      let (isInserted, first) = append(try container.decode(Element.self))
      if !isInserted {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "The elements at \(first) and \(place) both have the id "
            + "\(id(of: self[first])). Each element of an identified array needs an id of its own."
        )
      }
    }
  }
}
