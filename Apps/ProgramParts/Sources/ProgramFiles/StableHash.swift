/// A hash that is the same in each process, for names of files.
public enum StableHash: Sendable {
  /// The hash of some bytes: FNV-1a with 64 bits.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - former: The hash of the bytes before them, which makes it the hash of both.
  /// - Returns: The hash.
  public static func value(
    of bytes: some Sequence<UInt8>,
    after former: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    // Bytes in one piece are several times as fast as those of an iterator of `Data`.
    // SAFETY: the bytes are there until the closure returns.
    let hash = bytes.withContiguousStorageIfAvailable {
      unsafe Self.hash(of: $0, after: former)
    }
    return hash ?? Self.hash(of: bytes, after: former)
  }

  private static func hash(of bytes: some Sequence<UInt8>, after former: UInt64) -> UInt64 {
    bytes.reduce(former) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The hash of a text, as 16 digits.
  ///
  /// - Parameter text: The text; its bytes count.
  /// - Returns: The digits.
  public static func digits(of text: String) -> String { digits(of: value(of: text.utf8)) }

  /// A number as 16 digits.
  ///
  /// - Parameter number: A hash, or any other number.
  /// - Returns: The digits.
  public static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
