/// Checks how deeply arrays and objects are nested in JSON, before a decoder reads it.
///
/// A decoder reads nested JSON recursively. Foundation's accepts 512 levels, and ends the program on
/// some texts with 513 of them instead of throwing. Data that come from a file or a network pass through
/// ``checked(_:)`` first:
///
/// ```swift
/// let list = try JSONDecoder().decode([Row].self, from: JSONNesting.checked(data))
/// ```
///
/// Everything in Strata that decodes JSON does this by itself.
public enum JSONNesting: Sendable {
  /// The number of levels that are accepted.
  public static let limit = 512

  /// Returns JSON that is nested at most ``limit`` levels deep.
  ///
  /// Nothing else is checked: text that is no JSON is returned, and the decoder rejects it. The text may
  /// be in UTF-8, UTF-16 or UTF-32, and may be JSON5.
  ///
  /// - Parameter bytes: The text, as `Data` or an array.
  /// - Returns: The same bytes.
  /// - Throws: ``JSONNestingError``, with the depth that was found.
  /// - Complexity: O(number of bytes).
  @discardableResult
  public static func checked<Bytes: Sequence<UInt8>>(
    _ bytes: Bytes
  ) throws(JSONNestingError) -> Bytes {
    let depth =
      unsafe bytes.withContiguousStorageIfAvailable { unsafe self.depth(of: $0) }
      ?? ContiguousArray(bytes).withUnsafeBufferPointer { unsafe self.depth(of: $0) }
    guard depth <= limit else { throw JSONNestingError(depth: depth) }
    return bytes
  }

  /// How deep a text is nested.
  private static func depth(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var scanner = JSONNestingScanner()
    switch unsafe JSONTextEncoding(of: bytes) {
    case .utf8:
      for index in bytes.indices { scanner.read(UInt32(unsafe bytes[index])) }
    case .wide(let width, let isBigEndian):
      var index = 0
      while index + width <= bytes.count {
        var unit: UInt32 = 0
        for offset in 0..<width {
          let byte = UInt32(unsafe bytes[index + offset])
          unit |= byte << (8 * UInt32(isBigEndian ? width - 1 - offset : offset))
        }
        scanner.read(unit)
        index += width
      }
    }
    return scanner.deepest
  }
}

/// JSON is nested more deeply than a decoder can read.
public struct JSONNestingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// How many arrays and objects are inside one another.
  public let depth: Int

  init(depth: Int) { self.depth = depth }

  /// The error and its remedy.
  public var description: String {
    """
    The JSON holds arrays and objects \(depth) levels deep; at most \(JSONNesting.limit) can be read. Keep deep \
    structures as a flat list whose elements name their parents.
    """
  }
}
