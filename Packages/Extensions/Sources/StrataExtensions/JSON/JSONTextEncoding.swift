/// How the characters of a JSON text are written, found out as decoders do: from its first bytes.
enum JSONTextEncoding: Equatable {
  case utf8
  /// Two or four bytes for each unit.
  case wide(width: Int, isBigEndian: Bool)

  /// - Parameter bytes: The text, with or without a byte order mark.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    let first = unsafe bytes.prefix(4).map { $0 }
    self = Self.marked(first) ?? Self.unmarked(first) ?? .utf8
  }

  private static func marked(_ first: [UInt8]) -> JSONTextEncoding? {
    // The longer mark first: the shorter one begins it.
    if first == [0, 0, 0xFE, 0xFF] { return .wide(width: 4, isBigEndian: true) }
    if first == [0xFF, 0xFE, 0, 0] { return .wide(width: 4, isBigEndian: false) }
    if first.starts(with: [0xFE, 0xFF]) { return .wide(width: 2, isBigEndian: true) }
    if first.starts(with: [0xFF, 0xFE]) { return .wide(width: 2, isBigEndian: false) }
    return nil
  }

  /// The first character of JSON is an ASCII one: its other bytes are zero.
  private static func unmarked(_ first: [UInt8]) -> JSONTextEncoding? {
    let isZero = first.map { $0 == 0 }
    return switch (isZero.count, isZero.first, isZero.dropFirst().first) {
    case (4, true, true): .wide(width: 4, isBigEndian: true)
    case (4, false, true) where isZero[2] && isZero[3]: .wide(width: 4, isBigEndian: false)
    case (2..., true, false): .wide(width: 2, isBigEndian: true)
    case (2..., false, true): .wide(width: 2, isBigEndian: false)
    default: nil
    }
  }
}
