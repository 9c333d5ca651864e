/// Makes lines of bytes, none longer than a limit.
struct LineSplitter {
  enum Line: Equatable {
    case complete([UInt8])
    /// A line that was longer than the limit, of which nothing is kept.
    case tooLong
  }

  private let limit: Int
  private var rest: [UInt8] = []
  private var isSkipping = false

  init(limit: Int) { self.limit = limit }

  /// Takes bytes.
  ///
  /// - Returns: The lines that they complete, without their ends. One that is too long is there once it is known to be.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A {
        if !isSkipping {
          lines.append(.complete(rest.last == 0x0D ? Array(rest.dropLast()) : rest))
        }
        rest.removeAll(keepingCapacity: rest.count < 65_536)
        isSkipping = false
      } else if !isSkipping {
        if rest.count < limit {
          rest.append(byte)
        } else {
          rest = []
          isSkipping = true
          lines.append(.tooLong)
        }
      }
    }
    return lines
  }
}
