/// The reads of a derived value in its last run: the slots, in the order of their first read.
///
/// The order matters. A check of the value checks the sources one after the other, and stops at the first that has
/// changed. The later reads of the run are unknown then, and must not be evaluated.
struct DerivedSources {
  /// One slot that was read.
  @safe
  struct Source {
    let context: Context
    /// The derived value of the slot, if it stores one.
    let producer: DerivedCell?
    /// The data about the slot, if it belongs to a model.
    let edges: DependentEdges?
    // SAFETY: these refer to the three above, which the source retains.
    let contextReference: Unmanaged<Context>
    let producerReference: Unmanaged<DerivedCell>?
    let edgesReference: Unmanaged<DependentEdges>?
    let slot: Int
    /// The incarnation of the context at the read.
    let life: UInt32
    /// The edge in the slot's list of dependents; zero if a later index has taken it over.
    var edge: UInt64
    /// The slot's version when it was read.
    var seen: UInt64

    init(
      _ context: Context,
      _ slot: Int,
      producer: DerivedCell?,
      edges: DependentEdges?,
      life: UInt32,
      edge: UInt64,
      seen: UInt64
    ) {
      self.context = context
      self.producer = producer
      self.edges = edges
      unsafe edgesReference = edges.map { unsafe .passUnretained($0) }
      unsafe contextReference = .passUnretained(context)
      unsafe producerReference = producer.map { unsafe .passUnretained($0) }
      self.slot = slot
      self.life = life
      self.edge = edge
      self.seen = seen
    }

    fileprivate func isOf(_ context: Context, _ slot: Int) -> Bool {
      self.context === context && self.slot == slot
    }
  }

  /// The sources of the last run; during a run, those before `cursor` are the new ones.
  private(set) var entries: ContiguousArray<Source> = []
  private var cursor = 0
  /// The rest of the previous run, once the current one has read something else.
  private var former: ContiguousArray<Source> = []
  private var formerCursor = 0
  private var formerIndex: [SlotRead: Int] = [:]
  /// The index of a slot among the first `indexedCount` entries; made when it is needed.
  private var index: [SlotRead: Int] = [:]
  private var indexedCount = 0
  private static let longestUnindexed = 8

  @inline(__always)
  mutating func beginRun() {
    cursor = 0
    guard indexedCount != 0 else { return }
    index.removeAll(keepingCapacity: true)
    indexedCount = 0
  }

  /// Records that the expected source was read again.
  @inline(__always)
  mutating func noteExpected(version: UInt64) {
    entries[cursor].seen = version
    cursor += 1
  }

  /// Whether the previous run read a slot at this point.
  @inline(__always)
  func isExpected(_ context: Context, _ slot: Int) -> Bool {
    guard cursor < entries.count else { return false }
    // SAFETY: the references are only compared.
    let isSame =
      unsafe entries[cursor].contextReference.toOpaque()
      == Unmanaged.passUnretained(context).toOpaque()
    return isSame && entries[cursor].slot == slot
  }

  /// The index of the source that the previous run read at this point.
  @inline(__always)
  var next: Int { cursor }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - context: The context that was read.
  ///   - slot: The slot that was read.
  ///   - producer: The derived value of the slot, if it stores one.
  ///   - edges: The data about the slot, if it belongs to a model.
  ///   - life: The number of the context's incarnation.
  ///   - version: The slot's version.
  ///   - watch: Makes an edge, and returns its number.
  /// - Complexity: A comparison when the previous run read the same at this point, else expected O(1).
  mutating func note(
    _ context: Context,
    _ slot: Int,
    producer: DerivedCell? = nil,
    edges: DependentEdges? = nil,
    life: UInt32,
    version: UInt64,
    watch: () -> UInt64
  ) {
    if cursor < entries.count {
      if entries[cursor].isOf(context, slot), entries[cursor].life == life {
        entries[cursor].seen = version
        cursor += 1
        return
      }
      if isKnown(context, slot) { return }
      former = ContiguousArray(entries[cursor...])
      formerCursor = 0
      entries.removeSubrange(cursor...)
    } else if isKnown(context, slot) {
      return
    }
    let edge = takeFormer(context, slot, life) ?? watch()
    entries.append(
      Source(
        context,
        slot,
        producer: producer,
        edges: edges,
        life: life,
        edge: edge,
        seen: version
      )
    )
    cursor = entries.count
  }

  /// Whether the run that ends now has made the same reads as the previous one, in the same order.
  @inline(__always)
  var isUnchanged: Bool { cursor == entries.count && former.isEmpty && indexedCount == 0 }

  /// Ends a run.
  ///
  /// - Returns: The sources that it has not read, whose edges are to be removed.
  mutating func endRun() -> ContiguousArray<Source> {
    var unread = former
    unread.removeAll { $0.edge == 0 }
    former = []
    formerIndex = [:]
    index = [:]
    indexedCount = 0
    if cursor < entries.count {
      unread += entries[cursor...]
      entries.removeSubrange(cursor...)
    }
    return unread
  }

  /// Removes all sources.
  ///
  /// - Returns: The sources, whose edges are to be removed.
  mutating func removeAll() -> ContiguousArray<Source> {
    defer { self = DerivedSources() }
    return entries + former.filter { $0.edge != 0 }
  }

  /// Whether the current run has read a slot already; its first read counts.
  private mutating func isKnown(_ context: Context, _ slot: Int) -> Bool {
    if cursor <= Self.longestUnindexed {
      return entries[..<cursor].contains { $0.isOf(context, slot) }
    }
    while indexedCount < cursor {
      let source = entries[indexedCount]
      index[SlotRead(context: source.context, slot: source.slot)] = indexedCount
      indexedCount += 1
    }
    return index[SlotRead(context: context, slot: slot)] != nil
  }

  /// Takes over the edge that the previous run had to a slot.
  private mutating func takeFormer(_ context: Context, _ slot: Int, _ life: UInt32) -> UInt64? {
    guard let place = formerPlace(context, slot), former[place].life == life,
      former[place].edge != 0
    else { return nil }
    formerCursor = place + 1
    defer { former[place].edge = 0 }
    return former[place].edge
  }

  private mutating func formerPlace(_ context: Context, _ slot: Int) -> Int? {
    if formerCursor < former.count, former[formerCursor].isOf(context, slot) {
      return formerCursor
    }
    if former.count <= Self.longestUnindexed {
      return former.firstIndex { $0.isOf(context, slot) }
    }
    if formerIndex.isEmpty {
      for (place, source) in former.enumerated() {
        formerIndex[SlotRead(context: source.context, slot: source.slot)] = place
      }
    }
    return formerIndex[SlotRead(context: context, slot: slot)]
  }
}

@available(*, unavailable)
extension DerivedSources: Sendable {}
