import Synchronization

/// The derived values that have read one slot.
struct DependentList: ~Copyable {
  @safe
  private struct Entry: BitwiseCopyable {
    let id: UInt64
    // SAFETY: a counted reference; the list releases it, or hands it over.
    /// None in a gap.
    var cell: Unmanaged<DerivedCell>?
  }

  /// Sorted by `id`; a removed entry leaves a gap until a quarter of the list is gaps.
  private var entries = PlainList<Entry>()
  private var gaps: UInt32 = 0

  // One count for all trees. A number is never used again, so a removed edge cannot be mistaken for another.
  private static let lastID = Atomic<UInt64>(0)

  init() {}

  // SAFETY: the list has counted each.
  deinit { unsafe forEachUncounted { unsafe $0.release() } }

  var isEmpty: Bool { entries.count == Int(gaps) }

  /// The derived values, in the order in which they have read the slot.
  var cells: [DerivedCell] {
    var cells: [DerivedCell] = []
    unsafe forEachUncounted { unsafe cells.append($0.takeUnretainedValue()) }
    return cells
  }

  // SAFETY: the list retains its elements; see the entries.
  /// Calls a closure with each derived value, uncounted.
  @inline(__always)
  borrowing func forEachUncounted(_ body: (Unmanaged<DerivedCell>) -> Void) {
    var index = 0
    while index < entries.count {
      if let cell = unsafe entries[index].cell { unsafe body(cell) }
      index += 1
    }
  }

  /// Adds a derived value.
  ///
  /// - Returns: The number of the edge, which ``remove(_:)`` takes.
  mutating func add(_ cell: DerivedCell) -> UInt64 {
    let id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    // Another tree's thread may have taken a later number, but not for this list.
    unsafe entries.append(Entry(id: id, cell: .passRetained(cell)))
    return id
  }

  /// Removes an edge.
  ///
  /// - Returns: The derived value of the edge, to be released outside the lock; `nil` if there is no such edge.
  /// - Complexity: O(log n), amortised.
  mutating func remove(_ id: UInt64) -> DerivedCell? {
    guard let index = index(of: id), let cell = unsafe entries[index].cell else { return nil }
    unsafe entries[index].cell = nil
    gaps += 1
    if isEmpty {
      entries.reset()
      gaps = 0
    } else if gaps > 8, Int(gaps) * 4 > entries.count {
      removeGaps()
    }
    // SAFETY: the entry had counted it.
    return unsafe cell.takeRetainedValue()
  }

  private mutating func removeGaps() {
    var kept = 0
    for index in 0..<entries.count where unsafe entries[index].cell != nil {
      entries[kept] = entries[index]
      kept += 1
    }
    entries.removeAll(from: kept)
    gaps = 0
  }

  private func index(of id: UInt64) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }
}

@available(*, unavailable)
extension DependentList: Sendable {}
