import Foundation

extension DependencyValues {
  /// Makes identifiers.
  ///
  /// Live and preview: random ones. Test: reported; always the identifier of zeros.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID.random() }
  static var testValue: UUIDGenerator {
    standIn(
      .constant(UUIDGenerator.numbered(0)),
      advice: "Override it, for example with `$0.uuid = .incrementing`."
    )
  }
}

extension UUID {
  /// A random identifier, of version 4.
  ///
  /// On Linux, `UUID()` opens `/dev/urandom` for each identifier. The system's generator needs no file.
  fileprivate static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    // The version in the first half, the variant in the second.
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    func byte(_ half: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: half >> (56 - 8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      )
    )
  }
}
