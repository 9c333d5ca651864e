import Synchronization

/// The derived values that have read one slot.
struct DependentList: ~Copyable {
  @safe
  private struct Entry: BitwiseCopyable {
    let id: UInt64
    // SAFETY: a counted reference; the list releases it, or hands it over.
    /// None in a gap.
    var node: Unmanaged<DerivedNode>?
  }

  /// Sorted by `id`; a removed entry leaves a gap until a quarter of the list is gaps.
  private var entries = PlainList<Entry>()
  /// The number of removed entries that are still in the list.
  private(set) var gaps: UInt32 = 0

  // One count for all trees. A number is never used again, so a removed edge cannot be mistaken for another.
  private static let lastID = Atomic<UInt64>(0)

  init() {}

  // SAFETY: the list has counted each.
  deinit { unsafe forEachUncounted { unsafe $0.release() } }

  var isEmpty: Bool { entries.count == Int(gaps) }

  /// The derived values, in the order in which they have read the slot.
  var nodes: [DerivedNode] {
    var nodes: [DerivedNode] = []
    unsafe forEachUncounted { unsafe nodes.append($0.takeUnretainedValue()) }
    return nodes
  }

  // SAFETY: the list retains its elements; see the entries.
  /// Calls a closure with each derived value, uncounted.
  @inline(__always)
  borrowing func forEachUncounted(_ body: (Unmanaged<DerivedNode>) -> Void) {
    var index = 0
    while index < entries.count {
      if let node = unsafe entries[index].node { unsafe body(node) }
      index += 1
    }
  }

  /// Adds a derived value.
  ///
  /// - Returns: The number of the edge, which ``remove(_:)`` takes.
  mutating func add(_ node: DerivedNode) -> UInt64 {
    let id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    // Another tree's thread may have taken a later number, but not for this list.
    unsafe entries.append(Entry(id: id, node: .passRetained(node)))
    return id
  }

  /// Removes an edge.
  ///
  /// - Returns: The derived value of the edge, to be released outside the lock; `nil` if there is no such edge.
  /// - Complexity: O(log n), amortised.
  mutating func remove(_ id: UInt64) -> DerivedNode? {
    guard let index = index(of: id), let node = unsafe entries[index].node else { return nil }
    unsafe entries[index].node = nil
    gaps += 1
    if isEmpty {
      entries.reset()
      gaps = 0
    } else if gaps > 8, Int(gaps) * 4 > entries.count {
      removeGaps()
    }
    // SAFETY: the entry had counted it.
    return unsafe node.takeRetainedValue()
  }

  private mutating func removeGaps() {
    var kept = 0
    for index in 0..<entries.count where unsafe entries[index].node != nil {
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
