extension OrderLabels {
  /// The position that has a label.
  ///
  /// - Precondition: The label is in use.
  /// - Complexity: O(1) while regular. Otherwise O(log *d*), where *d* is the distance between the position and the one
  ///   that the label would have in a regular order. It is at most about the number of edits made in the middle.
  @inlinable
  func position(of label: Int64) -> Int {
    isRegular ? Int((label &- first) >> 30) : search(label)
  }

  /// Gallops away from the regular position of the label, then halves.
  @usableFromInline
  func search(_ label: Int64) -> Int {
    let last = spread.count - 1
    let guess = min(max(Int((label - spread[0]) >> 30), 0), last)
    if spread[guess] == label { return guess }
    // spread[low] < label <= spread[high] holds from here on.
    var low: Int
    var high: Int
    var step = 1
    if spread[guess] < label {
      low = guess
      high = min(guess + step, last)
      while spread[high] < label {
        low = high
        step *= 2
        high = min(high + step, last)
      }
    } else {
      high = guess
      // The label is not the first one, whose guess is exact. So the first is below it.
      low = max(guess - step, 0)
      while spread[low] >= label {
        high = low
        step *= 2
        low = max(low - step, 0)
      }
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if spread[middle] < label { low = middle } else { high = middle }
    }
    return high
  }
}
