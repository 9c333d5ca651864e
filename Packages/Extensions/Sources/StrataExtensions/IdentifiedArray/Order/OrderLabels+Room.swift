extension OrderLabels {
  /// Spreads the labels around a crowded position evenly over the smallest window that is airy enough, doubling the
  /// window until one is.
  ///
  /// A wider window has to be airier: each doubling asks for twice the mean distance. After a window was spread, a
  /// number of insertions in proportion to its width has to come before one as wide is spread again. So an insertion
  /// costs O(log *n*) written labels on average, wherever insertions go. With a constant distance, a crowd could grow
  /// at one position until each few insertions there spread all of it.
  ///
  /// - Parameter position: A position whose label is in use twice.
  /// - Returns: The positions whose labels changed.
  @usableFromInline
  mutating func makeRoom(around position: Int) -> Range<Int> {
    let count = spread.count
    var width = 16
    var wanted: Int64 = 64
    while width < count {
      let start = min(max(position - width / 2, 0), count - width)
      let window = start..<start + width
      let (below, step) = room(of: window)
      if step >= wanted {
        var label = below
        for position in window {
          label += step
          spread[position] = label
        }
        return window
      }
      width *= 2
      wanted *= 2
    }
    reset()
    return 0..<count
  }

  /// The label below a window and the distance that its labels could have.
  private func room(of window: Range<Int>) -> (below: Int64, step: Int64) {
    let parts = Int64(window.count + 1)
    // Outside the ends there is all the room that is asked for.
    if window.upperBound == spread.count {
      return (spread[window.lowerBound - 1], Self.stride)
    }
    if window.lowerBound == 0 {
      return (spread[window.upperBound] - parts * Self.stride, Self.stride)
    }
    let below = spread[window.lowerBound - 1]
    return (below, (spread[window.upperBound] - below) / parts)
  }
}
