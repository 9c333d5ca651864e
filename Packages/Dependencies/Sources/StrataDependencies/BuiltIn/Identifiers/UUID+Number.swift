public import Foundation

extension UUID {
  /// The identifier of a small number: `UUID(0)` is the one of zeros.
  ///
  /// It is the one that ``UUIDGenerator/incrementing`` gives after that many others, and reads well in
  /// tests.
  ///
  /// - Precondition: `number` is not negative.
  public init(_ number: Int) {
    precondition(number >= 0, "UUID(_:) numbers identifiers from 0, and \(number) is less.")
    self = UUIDGenerator.numbered(UInt64(number))
  }
}
