extension Action: Codable {
  private enum CodingKeys: String, CodingKey {
    case source
    case action
  }

  /// What is written for an action that names no method.
  private static var unnamed: String { "" }

  /// Decodes an action, which is bound when its model becomes that of a ``DecodableActionSource`` of
  /// the identity that encoded it.
  ///
  /// Until then it is refused with ``ActionError/Code/decodedByWrongSource``.
  ///
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let source = try container.decode(String.self, forKey: .source)
    let name = try container.decode(String.self, forKey: .action)
    if name == Self.unnamed {
      target = .nothing
    } else {
      target = .decoded(DecodedAction(source: source, name: name))
    }
  }

  /// Encodes which method of which source the action calls.
  ///
  /// - Throws: `EncodingError` for an action made from a closure or by mapping, which cannot be
  ///   found again; and what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch target {
    case .nothing:
      try container.encode(Self.unnamed, forKey: .source)
      try container.encode(Self.unnamed, forKey: .action)
    case .bound(let action):
      let source = action.link.source as? any DecodableActionSource
      try container.encode(
        source?.actionSourceIdentifier ?? action.link.id.typeName,
        forKey: .source
      )
      try container.encode(action.method.name, forKey: .action)
    case .decoded(let action):
      try container.encode(action.source, forKey: .source)
      try container.encode(action.name, forKey: .action)
    case .declared, .closure, .mapped:
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
  }
}
