import CounterFactModels

/// The positions of counters by their requests.
struct CounterPositions: Sendable {
  /// The serial numbers of the counters in their order, which is also that of the numbers.
  private var serials: [Int] = []
  private var numbers: [FactRequestModel.ID: Int] = [:]
  private var next = 0

  /// A counter was added at the end.
  mutating func append(_ id: FactRequestModel.ID) {
    serials.append(next)
    numbers[id] = next
    next += 1
  }

  /// A counter was removed; those behind it move up.
  mutating func remove(_ id: FactRequestModel.ID) {
    guard let position = self[id] else { return }
    serials.remove(at: position)
    numbers[id] = nil
  }

  /// The position of a counter, which is found without a look at the others.
  ///
  /// - Complexity: O(log n) in the number of counters.
  subscript(id: FactRequestModel.ID) -> Int? {
    guard let serial = numbers[id] else { return nil }
    var (low, high) = (0, serials.count)
    while low < high {
      let middle = (low + high) / 2
      if serials[middle] < serial { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
