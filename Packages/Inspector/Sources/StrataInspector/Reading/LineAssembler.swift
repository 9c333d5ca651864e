/// A line of a text.
struct AssembledLine {
  /// From 1.
  let number: Int
  /// Without the end; `nil` for one that is too long.
  let bytes: ArraySlice<UInt8>?
}

/// Makes lines of pieces of a text, and keeps no more than one line of a bounded length.
struct LineAssembler: Sendable {
  private var rest: [UInt8] = []
  private var isTooLong = false
  private var number = 1

  /// Adds a piece.
  ///
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - limit: The number of bytes that a line may have.
  ///   - body: Called with each line that is complete.
  mutating func add(
    _ bytes: ArraySlice<UInt8>,
    limit: Int,
    _ body: (AssembledLine) -> Void
  ) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let line = bytes[start..<end]
      // A line that lies in one piece is not copied.
      if rest.isEmpty, !isTooLong {
        body(AssembledLine(number: number, bytes: line.count <= limit ? line : nil))
      } else {
        append(line, limit)
        body(AssembledLine(number: number, bytes: isTooLong ? nil : rest[...]))
        rest.removeAll(keepingCapacity: true)
        isTooLong = false
      }
      number += 1
      start = end + 1
    }
    append(bytes[start...], limit)
  }

  /// Ends the text.
  ///
  /// - Returns: The last line, if it has no end.
  mutating func finish(limit: Int) -> AssembledLine? {
    guard isTooLong || !rest.isEmpty else { return nil }
    defer {
      rest = []
      isTooLong = false
      number += 1
    }
    return AssembledLine(number: number, bytes: isTooLong ? nil : rest[...])
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ limit: Int) {
    guard !isTooLong else { return }
    if rest.count + bytes.count > limit {
      isTooLong = true
      rest = []
    } else {
      rest.append(contentsOf: bytes)
    }
  }
}
