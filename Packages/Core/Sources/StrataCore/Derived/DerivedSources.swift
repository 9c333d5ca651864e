/// The reads of a derived value in its last run: the slots, in the order of their first read.
///
/// The order matters. A check of the value checks the sources one after the other, and stops at the first that has
/// changed. The later reads of the run are unknown then, and must not be evaluated.
struct DerivedSources: ~Copyable {
  /// One slot that was read, which retains what it leads to.
  struct Source {
    let context: Context
    /// The derived value of the slot, or the data about a slot of a model.
    fileprivate let link: AnyObject?
    // Small, because the sources are most of the memory of a graph.
    fileprivate let slotBits: UInt32
    /// The incarnation of the context at the read.
    let incarnation: UInt32
    /// The edge in the slot's list of dependents; zero if a later index has taken it over.
    var edge: UInt64
    /// The slot's version when it was read.
    var seen: UInt64

    fileprivate static let isProduced: UInt32 = 1 << 31

    var slot: Int { Int(slotBits & ~Self.isProduced) }

    /// The derived value of the slot, if it stores one.
    var producer: DerivedNode? { link as? DerivedNode }

    /// The data about the slot, if it belongs to a model.
    var edges: DependentEdges? { link as? DependentEdges }

    fileprivate func isOf(_ context: Context, _ slot: Int) -> Bool {
      self.context === context && self.slot == slot
    }
  }

  /// The same in the list of a node, which counts its references itself, so that an access counts nothing.
  @safe
  struct Entry: BitwiseCopyable {
    // SAFETY: these two are counted from the initializer to `take()`.
    let contextReference: Unmanaged<Context>
    private let linkReference: Unmanaged<AnyObject>?
    private let slotBits: UInt32
    let incarnation: UInt32
    let edge: UInt64
    var seen: UInt64

    fileprivate init(_ source: Source) {
      unsafe contextReference = .passRetained(source.context)
      unsafe linkReference = source.link.map { unsafe .passRetained($0) }
      slotBits = source.slotBits
      incarnation = source.incarnation
      edge = source.edge
      seen = source.seen
    }

    var slot: Int { Int(slotBits & ~Source.isProduced) }

    private var isProduced: Bool { slotBits & Source.isProduced != 0 }

    // SAFETY: as ``link(ifProduced:)``.
    /// The derived value of the slot, if it stores one, uncounted.
    @inline(__always)
    var producerReference: Unmanaged<DerivedNode>? { unsafe link(ifProduced: true) }

    // SAFETY: as ``link(ifProduced:)``.
    /// The data about the slot, if it belongs to a model, uncounted.
    @inline(__always)
    var edgesReference: Unmanaged<DependentEdges>? { unsafe link(ifProduced: false) }

    // SAFETY: the flag says which of the two the source was made with, and the entry has counted it.
    @inline(__always)
    private func link<Link: AnyObject>(ifProduced: Bool) -> Unmanaged<Link>? {
      guard ifProduced == isProduced, let linkReference = unsafe linkReference else { return nil }
      return unsafe .fromOpaque(linkReference.toOpaque())
    }

    // SAFETY: the references are only compared.
    @inline(__always)
    fileprivate func isOf(_ context: Context, _ slot: Int) -> Bool {
      unsafe contextReference.toOpaque() == Unmanaged.passUnretained(context).toOpaque()
        && self.slot == slot
    }

    /// The source, while the entry stays in its list.
    var source: Source {
      unsafe Source(
        context: contextReference.takeUnretainedValue(),
        link: linkReference?.takeUnretainedValue(),
        slotBits: slotBits,
        incarnation: incarnation,
        edge: edge,
        seen: seen
      )
    }

    /// The source, with the references of the entry, which is used no more.
    fileprivate func take() -> Source {
      defer {
        unsafe contextReference.release()
        unsafe linkReference?.release()
      }
      return source
    }
  }

  /// The sources of the last run; during a run, those before `cursor` are the new ones.
  private(set) var entries = PlainList<Entry>()
  private var cursor: UInt32 = 0
  // An object, so that most derived values have one word for it.
  /// The data of runs that read other slots than the run before, or many; made by the first such run.
  private var detour: Detour?
  private static let longestUnindexed = 8

  init() {}

  deinit {
    for index in 0..<entries.count { _ = entries[index].take() }
  }

  @inline(__always)
  mutating func beginRun() { cursor = 0 }

  /// Records that the expected source was read again.
  @inline(__always)
  mutating func noteExpected(version: UInt64) {
    unsafe entries.address(of: next).pointee.seen = version
    cursor &+= 1
  }

  /// Whether the previous run read a slot at this point.
  @inline(__always)
  func isExpected(_ context: Context, _ slot: Int) -> Bool {
    next < entries.count && entries[next].isOf(context, slot)
  }

  /// The index of the source that the previous run read at this point.
  @inline(__always)
  var next: Int { Int(cursor) }

  /// All sources.
  var all: [Source] { (0..<entries.count).map { entries[$0].source } }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - context: The context that was read.
  ///   - slot: The slot that was read.
  ///   - producer: The derived value of the slot, if it stores one.
  ///   - edges: The data about the slot, if it belongs to a model.
  ///   - incarnation: The number of the context's incarnation.
  ///   - version: The slot's version.
  ///   - watch: Makes an edge, and returns its number.
  /// - Complexity: A comparison when the previous run read the same at this point, else expected O(1).
  mutating func note(
    _ context: Context,
    _ slot: Int,
    producer: DerivedNode? = nil,
    edges: DependentEdges? = nil,
    incarnation: UInt32,
    version: UInt64,
    watch: () -> UInt64
  ) {
    if next < entries.count {
      if entries[next].isOf(context, slot), entries[next].incarnation == incarnation {
        return noteExpected(version: version)
      }
      if isKnown(context, slot) { return }
      let detour = ensuredDetour
      detour.former = takeRest()
      detour.formerCursor = 0
    } else if isKnown(context, slot) {
      return
    }
    let edge = detour?.takeFormer(context, slot, incarnation) ?? watch()
    let source = Source(
      context: context,
      link: producer ?? edges,
      slotBits: UInt32(slot) | (producer == nil ? 0 : Source.isProduced),
      incarnation: incarnation,
      edge: edge,
      seen: version
    )
    entries.append(Entry(source))
    cursor = UInt32(entries.count)
  }

  /// Takes out the sources from `cursor` on.
  private mutating func takeRest() -> ContiguousArray<Source> {
    var rest: ContiguousArray<Source> = []
    for index in next..<entries.count { rest.append(entries[index].take()) }
    entries.removeAll(from: next)
    return rest
  }

  /// Whether the run that ends now has made the same reads as the previous one, in the same order.
  @inline(__always)
  var isUnchanged: Bool { next == entries.count && detour?.isIdle ?? true }

  /// Ends a run.
  ///
  /// - Returns: The sources that it has not read, whose edges are to be removed.
  mutating func endRun() -> ContiguousArray<Source> {
    (detour?.end() ?? []) + takeRest()
  }

  /// Removes all sources; not called during a run.
  ///
  /// - Returns: The sources, whose edges are to be removed.
  mutating func removeAll() -> ContiguousArray<Source> {
    cursor = 0
    let all = takeRest()
    entries.reset()
    detour = nil
    return all
  }

  /// Whether the current run has read a slot already; its first read counts.
  private mutating func isKnown(_ context: Context, _ slot: Int) -> Bool {
    if next <= Self.longestUnindexed {
      return (0..<next).contains { entries[$0].isOf(context, slot) }
    }
    let detour = ensuredDetour
    while detour.indexedCount < next {
      let source = entries[detour.indexedCount].source
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
    func takeFormer(_ context: Context, _ slot: Int, _ incarnation: UInt32) -> UInt64? {
      guard let place = formerPlace(context, slot), former[place].incarnation == incarnation,
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
