import Synchronization

/// The derived values that have read one slot.
struct DependentList {
  @safe
  private struct Entry {
    let id: UInt64
    private(set) var cell: DerivedCell?
    // SAFETY: refers to `cell`, which the entry retains.
    private(set) var reference: Unmanaged<DerivedCell>?

    init(id: UInt64, cell: DerivedCell) {
      self.id = id
      self.cell = cell
      unsafe reference = .passUnretained(cell)
    }

    mutating func clear() {
      cell = nil
      unsafe reference = nil
    }
  }

  /// Sorted by `id`; a removed entry leaves a gap until a quarter of the list is gaps.
  private var entries: ContiguousArray<Entry> = []
  private var gaps = 0

  // One count for all trees. A number is never used again, so a removed edge cannot be mistaken for another.
  private static let lastID = Atomic<UInt64>(0)

  var isEmpty: Bool { entries.count == gaps }

  /// The derived values, in the order in which they have read the slot.
  var cells: some Sequence<DerivedCell> { entries.lazy.compactMap(\.cell) }

  // SAFETY: the list retains its elements; see the entries.
  /// Calls a closure with each derived value, uncounted.
  @inline(__always)
  func forEachUncounted(_ body: (Unmanaged<DerivedCell>) -> Void) {
    // An access to the list would count it.
    if isEmpty { return }
    unsafe entries.withUnsafeBufferPointer { entries in
      guard var entry = entries.baseAddress else { return }
      let end = unsafe entry + entries.count
      while unsafe entry < end {
        if let reference = unsafe entry.pointee.reference { unsafe body(reference) }
        unsafe entry += 1
      }
    }
  }

  /// Adds a derived value.
  ///
  /// - Returns: The number of the edge, which ``remove(_:)`` takes.
  mutating func add(_ cell: DerivedCell) -> UInt64 {
    let id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    // Another tree's thread may have taken a later number, but not for this list.
    entries.append(Entry(id: id, cell: cell))
    return id
  }

  /// Removes an edge.
  ///
  /// - Returns: The derived value of the edge, to be released outside the lock; `nil` if there is no such edge.
  /// - Complexity: O(log n), amortised.
  mutating func remove(_ id: UInt64) -> DerivedCell? {
    guard let index = index(of: id), let cell = entries[index].cell else { return nil }
    entries[index].clear()
    gaps += 1
    if gaps == entries.count {
      entries = []
      gaps = 0
    } else if gaps > 8, gaps * 4 > entries.count {
      entries.removeAll { $0.cell == nil }
      gaps = 0
    }
    return cell
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
