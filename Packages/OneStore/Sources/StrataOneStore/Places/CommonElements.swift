/// What two states of a list begin and end with alike.
struct CommonElements {
  /// How many elements there were, and are.
  let counts: (old: Int, new: Int)
  /// How many are alike at the beginning, and at the end.
  let (start, end): (Int, Int)

  /// Where the others were.
  var oldMiddle: Range<Int> { start..<(counts.old - end) }
  /// Where the others are.
  var newMiddle: Range<Int> { start..<(counts.new - end) }

  /// Compares the bytes of elements: equal bytes are equal elements.
  ///
  /// - Complexity: O(number of elements), a comparison of memory.
  @unsafe
  init(
    _ old: UnsafeRawPointer?,
    _ oldCount: Int,
    _ new: UnsafeRawPointer?,
    _ newCount: Int,
    stride: Int
  ) {
    counts = (oldCount, newCount)
    guard let old = unsafe old, let new = unsafe new else {
      (start, end) = (0, 0)
      return
    }
    let shorter = min(oldCount, newCount)
    let start = Self.alike(shorter, stride) { index, count in
      let offset = index * stride
      return unsafe SameBytes.are(old, new, offset..<offset + count * stride)
    }
    let (oldEnd, newEnd) = unsafe (old + oldCount * stride, new + newCount * stride)
    end = Self.alike(shorter - start, stride) { index, count in
      let offset = (index + count) * stride
      return unsafe SameBytes.are(oldEnd - offset, newEnd - offset, 0..<count * stride)
    }
    self.start = start
  }

  /// How many of so many elements are alike from the first on.
  private static func alike(
    _ count: Int,
    _ stride: Int,
    _ areAlike: (_ index: Int, _ count: Int) -> Bool
  ) -> Int {
    var alike = 0
    // Blocks, halved where something differs.
    var block = max(count, 1)
    while alike < count {
      let length = min(block, count - alike)
      if areAlike(alike, length) {
        alike += length
      } else if length == 1 {
        break
      } else {
        block = (length + 1) / 2
      }
    }
    return alike
  }
}
