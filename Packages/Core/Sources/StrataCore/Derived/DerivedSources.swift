/// The reads of a derived value in its last run: the slots, in the order of their first read.
///
/// The order matters. A check of the value checks the sources one after the other, and stops at the first that has
/// changed. The later reads of the run are unknown then, and must not be evaluated.
struct DerivedSources {
  /// One slot that was read.
  @safe
  struct Source {
    let context: Context
    /// The derived value of the slot, or the data about a slot of a model.
    private let link: AnyObject?
    // SAFETY: these refer to the two above, which the source retains.
    let contextReference: Unmanaged<Context>
    private let linkReference: Unmanaged<AnyObject>?
    // Small, because the sources are most of the memory of a graph.
    private let slotBits: UInt32
    /// The incarnation of the context at the read.
    let life: UInt32
    /// The edge in the slot's list of dependents; zero if a later index has taken it over.
    var edge: UInt64
    /// The slot's version when it was read.
    var seen: UInt64

    private static let isProduced: UInt32 = 1 << 31

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
      unsafe contextReference = .passUnretained(context)
      let link: AnyObject? = producer ?? edges
      self.link = link
      unsafe linkReference = link.map { unsafe .passUnretained($0) }
      slotBits = UInt32(slot) | (producer == nil ? 0 : Self.isProduced)
      self.life = life
      self.edge = edge
      self.seen = seen
    }

    var slot: Int { Int(slotBits & ~Self.isProduced) }

    private var isProduced: Bool { slotBits & Self.isProduced != 0 }

    // SAFETY: as ``link(ifProduced:)``.
    /// The derived value of the slot, if it stores one, uncounted.
    @inline(__always)
    var producerReference: Unmanaged<DerivedCell>? { unsafe link(ifProduced: true) }

    // SAFETY: as ``link(ifProduced:)``.
    /// The data about the slot, if it belongs to a model, uncounted.
    @inline(__always)
    var edgesReference: Unmanaged<DependentEdges>? { unsafe link(ifProduced: false) }

    var producer: DerivedCell? { unsafe producerReference?.takeUnretainedValue() }

    var edges: DependentEdges? { unsafe edgesReference?.takeUnretainedValue() }

    // SAFETY: the flag says which of the two the initializer was given, and `link` retains it.
    @inline(__always)
    private func link<Link: AnyObject>(ifProduced: Bool) -> Unmanaged<Link>? {
      guard ifProduced == isProduced, let linkReference = unsafe linkReference else { return nil }
      return unsafe .fromOpaque(linkReference.toOpaque())
    }

    fileprivate func isOf(_ context: Context, _ slot: Int) -> Bool {
      self.context === context && self.slot == slot
    }
  }

  /// The sources of the last run; during a run, those before `cursor` are the new ones.
  private(set) var entries: ContiguousArray<Source> = []
  private var cursor = 0
  // An object, so that most derived values have one word for it.
  /// The data of runs that read other slots than the run before, or many; made by the first such run.
  private var detour: Detour?
  private static let longestUnindexed = 8

  @inline(__always)
  mutating func beginRun() {
    cursor = 0
    detour?.forgetIndex()
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
      let detour = ensuredDetour
      detour.former = ContiguousArray(entries[cursor...])
      detour.formerCursor = 0
      entries.removeSubrange(cursor...)
    } else if isKnown(context, slot) {
      return
    }
    let edge = detour?.takeFormer(context, slot, life) ?? watch()
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
  var isUnchanged: Bool { cursor == entries.count && detour?.isIdle ?? true }

  /// Ends a run.
  ///
  /// - Returns: The sources that it has not read, whose edges are to be removed.
  mutating func endRun() -> ContiguousArray<Source> {
    var unread = detour?.end() ?? []
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
    return entries + (detour?.former.filter { $0.edge != 0 } ?? [])
  }

  /// Whether the current run has read a slot already; its first read counts.
  private mutating func isKnown(_ context: Context, _ slot: Int) -> Bool {
    if cursor <= Self.longestUnindexed {
      return entries[..<cursor].contains { $0.isOf(context, slot) }
    }
    let detour = ensuredDetour
    while detour.indexedCount < cursor {
      let source = entries[detour.indexedCount]
      detour.index[SlotRead(context: source.context, slot: source.slot)] = detour.indexedCount
      detour.indexedCount += 1
    }
    return detour.index[SlotRead(context: context, slot: slot)] != nil
  }

  private var ensuredDetour: Detour {
    mutating get {
      if let detour { return detour }
      let made = Detour()
      detour = made
      return made
    }
  }

  /// The edges of the previous run, and an index of the reads of the current one.
  private final class Detour {
    /// The rest of the previous run, once the current one has read something else.
    var former: ContiguousArray<Source> = []
    var formerCursor = 0
    private var formerIndex: [SlotRead: Int] = [:]
    /// The index of a slot among the first `indexedCount` entries; made when it is needed.
    var index: [SlotRead: Int] = [:]
    var indexedCount = 0

    /// Whether the current run is as the previous one, and short.
    var isIdle: Bool { former.isEmpty && indexedCount == 0 }

    func forgetIndex() {
      guard indexedCount != 0 else { return }
      index.removeAll(keepingCapacity: true)
      indexedCount = 0
    }

    /// Ends a run.
    ///
    /// - Returns: The sources of the previous run that it has not read.
    func end() -> ContiguousArray<Source> {
      var unread = former
      unread.removeAll { $0.edge == 0 }
      former = []
      formerIndex = [:]
      index = [:]
      indexedCount = 0
      return unread
    }

    /// Takes over the edge that the previous run had to a slot.
    func takeFormer(_ context: Context, _ slot: Int, _ life: UInt32) -> UInt64? {
      guard let place = formerPlace(context, slot), former[place].life == life,
        former[place].edge != 0
      else { return nil }
      formerCursor = place + 1
      defer { former[place].edge = 0 }
      return former[place].edge
    }

    private func formerPlace(_ context: Context, _ slot: Int) -> Int? {
      if formerCursor < former.count, former[formerCursor].isOf(context, slot) {
        return formerCursor
      }
      if former.count <= DerivedSources.longestUnindexed {
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
}

@available(*, unavailable)
extension DerivedSources: Sendable {}
