// A model is a handle, so encoding one would encode a position in a tree. Without these witnesses the compiler
// tries to make its own, and names a stored property that the macro has added. They ask for no conformance, as
// those of equality do not.

extension Model {
  /// Explains how the state of models is encoded.
  @available(
    *,
    unavailable,
    message: """
      A model is a handle, which has no synthesized coding. Conform it to SavableModel and call \
      'savedState()', or write 'encode(to:)' by hand
      """
  )
  public func encode(to encoder: any Encoder) throws {
    let context = EncodingError.Context(codingPath: [], debugDescription: "A model is a handle.")
    throw EncodingError.invalidValue(self, context)
  }
}

extension Model {
  /// Explains how the state of models is decoded.
  @available(
    *,
    unavailable,
    message: """
      A model is a handle, which has no synthesized coding. Conform it to SavableModel and call \
      'restoreState(from:)', or write 'init(from:)' by hand
      """
  )
  @_disfavoredOverload
  public init(from decoder: any Decoder) throws {
    let context = DecodingError.Context(codingPath: [], debugDescription: "A model is a handle.")
    throw DecodingError.dataCorrupted(context)
  }
}
