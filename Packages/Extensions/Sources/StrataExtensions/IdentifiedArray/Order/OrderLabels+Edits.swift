extension OrderLabels {
  /// Whether labels may still grow on both sides without an overflow.
  @inlinable
  func hasRoomAtEnds() -> Bool {
    isRegular
      ? first.magnitude < Self.limit
      : spread[0].magnitude < Self.limit && spread[spread.count - 1].magnitude < Self.limit
  }

  /// Makes a label for a new position.
  ///
  /// - Parameters:
  ///   - position: The position of the new element, at most `count`.
  ///   - count: The number of elements before the insertion.
  /// - Returns: The positions whose labels are new, counted after the insertion.
  /// - Complexity: O(1) at either end while regular; else O(`count`) moves of words, one word per
  ///   position behind. The returned range has O(log `count`) positions, averaged over insertions.
  @inlinable
  mutating func insert(at position: Int, count: Int) -> Range<Int> {
    guard hasRoomAtEnds() else {
      reset()
      return 0..<count + 1
    }
    if isRegular {
      if position == 0, count > 0 {
        first -= Self.stride
        return 0..<1
      }
      if count - position <= Self.tail { return position..<count + 1 }
    } else if position == count {
      spread.append(spread[count - 1] + Self.stride)
      return count..<count + 1
    } else if position == 0 {
      spread.insert(spread[0] - Self.stride, at: 0)
      return 0..<1
    }
    return insertBetween(at: position, count: count)
  }

  /// Makes a label between two others, after making room if there is none.
  @usableFromInline
  mutating func insertBetween(at position: Int, count: Int) -> Range<Int> {
    makeSpread(count: count)
    let below = spread[position - 1]
    let gap = spread[position] - below
    spread.insert(below + gap / 2, at: position)
    if gap > 1 { return position..<position + 1 }
    return makeRoom(around: position)
  }

  /// Takes a position away.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - count: The number of elements before the removal.
  /// - Returns: The positions whose labels changed, counted after the removal.
  /// - Complexity: O(1) at either end while regular; else O(`count`) moves of words.
  @inlinable
  mutating func remove(at position: Int, count: Int) -> Range<Int> {
    if isRegular {
      if position == 0, count > 1 {
        first += Self.stride
        guard hasRoomAtEnds() else {
          reset()
          return 0..<count - 1
        }
        return 0..<0
      }
      if count - position <= Self.tail { return position..<count - 1 }
      makeSpread(count: count)
    }
    spread.remove(at: position)
    return 0..<0
  }

  /// Takes many positions away; the labels of the others stay.
  ///
  /// - Parameters:
  ///   - firstRemoved: The smallest position that goes.
  ///   - count: The number of elements before the removal.
  ///   - remaining: The number of elements after it.
  ///   - isRemoved: Whether a position goes; called in rising order.
  @inlinable
  mutating func removeAll(
    from firstRemoved: Int,
    count: Int,
    remaining: Int,
    where isRemoved: (Int) -> Bool
  ) {
    if remaining == 0 {
      reset()
      return
    }
    // Only the end goes: a regular order stays one.
    if firstRemoved == remaining {
      if !isRegular { spread.removeSubrange(remaining...) }
      return
    }
    makeSpread(count: count)
    var kept = firstRemoved
    for position in firstRemoved..<count where !isRemoved(position) {
      spread[kept] = spread[position]
      kept += 1
    }
    spread.removeSubrange(kept...)
  }

  /// Takes a position away and makes one elsewhere.
  ///
  /// - Parameters:
  ///   - source: The position of the element.
  ///   - target: Its new position, counted after its removal.
  ///   - count: The number of elements.
  /// - Returns: The positions whose entries have to be written, counted after the move.
  @inlinable
  mutating func move(from source: Int, to target: Int, count: Int) -> Range<Int> {
    let span = min(source, target)..<max(source, target) + 1
    // Adjacent elements are swapped: their labels stay where they are.
    if span.count <= Self.tail { return span }
    makeSpread(count: count)
    spread.remove(at: source)
    return insert(at: target, count: count - 1)
  }
}
