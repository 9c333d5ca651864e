/// Reads which case an enum value is, from the value's type metadata.
///
/// Swift has no public way to ask for the case without its payload, and reflection costs microseconds on each update.
/// This code relies on the layout of the value witness table in front of the metadata, and of the enum witnesses at its
/// end. That layout is part of Swift's stable binary interface.
enum EnumTag {
  /// Words before the enum witnesses: eight functions, size, stride, and flags with the number of
  /// extra inhabitants.
  private static let flagsWord = 10
  private static let getEnumTagWord = 11
  private static let hasEnumWitnesses: UInt32 = 0x20_0000

  private typealias GetEnumTag =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  /// The case numbers of two values of one type, or `nil` if the type is not an enum.
  static func pair<Value>(_ a: Value, _ b: Value) -> (UInt32, UInt32)? {
    #if _ptrauth(_arm64e)
    // The witnesses are signed there with a discriminator that Swift code cannot state.
    return nil
    #else
    // SAFETY: a metatype is a pointer to metadata. The word before the metadata points to the value witness table; the
    // flag says whether that table has the enum witnesses. A witness takes the value and the metadata, and Swift's and
    // C's conventions agree for two pointers.
    let metadata = unsafe unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    let witnesses = unsafe metadata.load(
      fromByteOffset: -MemoryLayout<UnsafeRawPointer>.size,
      as: UnsafePointer<UInt>.self
    )
    let flags = unsafe UInt32(truncatingIfNeeded: witnesses[flagsWord])
    guard flags & hasEnumWitnesses != 0 else { return nil }
    // SAFETY: as above, the word is a function of this type.
    let getEnumTag = unsafe unsafeBitCast(witnesses[getEnumTagWord], to: GetEnumTag.self)
    return unsafe withUnsafePointer(to: a) { a in
      unsafe withUnsafePointer(to: b) { b in
        unsafe (getEnumTag(a, metadata), getEnumTag(b, metadata))
      }
    }
    #endif
  }
}
