extension Action: Codable {
  private enum CodingKeys: String, CodingKey {
    case source
    case action
  }

  /// The encoded text of an action that names no method.
  private static var unnamed: String { "" }

  /// Decodes an action, which is bound when its model becomes that of a ``DecodableActionSource`` of the identity that
  /// encoded it.
  ///
  /// Until then its execution is rejected with ``ActionError/Code/decodedByWrongSource``.
  ///
  /// - Throws: The error of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let source = try container.decode(String.self, forKey: .source)
    let name = try container.decode(String.self, forKey: .action)
    if name == Self.unnamed {
      target = nil
    } else {
      target = DecodedAction(source: source, name: name)
    }
  }

  /// Encodes the names of the source and of the method that the action calls.
  ///
  /// - Throws: `EncodingError` for an action made from a closure or by mapping, because decoding could not find it
  ///   again. Errors of the encoder are passed on.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard let target else {
      try container.encode(Self.unnamed, forKey: .source)
      return try container.encode(Self.unnamed, forKey: .action)
    }
    guard let names = target.codedNames else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            \(description) cannot be encoded: only actions that a source declares with @Action can \
            be found again.
            """
        )
      )
    }
    try container.encode(names.source, forKey: .source)
    try container.encode(names.action, forKey: .action)
  }
}
