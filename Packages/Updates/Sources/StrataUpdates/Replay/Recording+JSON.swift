public import Foundation
import StrataExtensions

extension Recording where State: Decodable, Action: Decodable {
  /// Reads a recording from JSON, as ``jsonData()`` writes it.
  ///
  /// The depth of the JSON is checked before it is decoded: Foundation's decoder, called alone, ends the
  /// program for some damaged data.
  ///
  /// - Parameter data: The contents of the file.
  /// - Throws: `JSONNestingError`, if the data are nested too deeply, or `DecodingError`, if they contain no such
  ///   recording.
  public init(json data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: JSONNesting.checked(data))
  }
}

extension Recording where State: Encodable, Action: Encodable {
  /// Writes the recording as JSON, which ``init(json:)`` reads.
  ///
  /// Equal recordings give equal data, if their dictionaries have strings as keys.
  ///
  /// - Throws: `EncodingError`, if a state or an action cannot be encoded.
  public func jsonData() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try JSONNesting.checked(encoder.encode(self))
  }
}
