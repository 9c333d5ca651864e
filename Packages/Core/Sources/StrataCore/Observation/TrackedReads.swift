/// What a tracker has read: the slots, which run read them last, and whether one has changed.
struct TrackedReads {
  /// One slot that was read.
  struct Source {
    let context: Context
    let slot: Int
    /// The context's life in which it was read; the next life has no watchers from before.
    let life: UInt32
    /// The watcher's place in the slot's list.
    let id: UInt64
    /// The run that read it last.
    var run: UInt32
    /// The last round that the tree had when it was read: what earlier rounds changed has been seen,
    /// though it may not have been delivered yet.
    var seenRound: UInt64
  }

  private struct Key: Hashable {
    let context: ObjectIdentifier
    let slot: Int
  }

  private var sources: ContiguousArray<Source> = []
  /// Where in `sources` a slot is, once there are too many to look through.
  private var index: [Key: Int] = [:]
  /// Where the next repeated read is expected: runs mostly read the same slots in the same order.
  private var cursor = 0
  private var run: UInt32 = 0
  /// Whether the last run has not seen all that has changed since.
  private(set) var isStale = true
  /// Whether the running run has read a slot again after a commit.
  private var hasReadTwice = false
  private(set) var isCancelled = false
  private static let longestUnindexed = 8

  mutating func beginRun() {
    run &+= 1
    cursor = 0
    isStale = false
    hasReadTwice = false
  }

  /// Lets the next change count as the first that the run has not seen.
  mutating func resume() { isStale = false }

  /// Takes note of a change.
  ///
  /// - Returns: Whether it is the first that the run has not seen.
  mutating func becomeStale(_ context: Context, _ slot: Int, round: UInt64) -> Bool {
    guard !isStale, !isCancelled else { return false }
    if let place = place(of: context, slot), round <= sources[place].seenRound { return false }
    isStale = true
    return true
  }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - context: The context that was read.
  ///   - slot: The slot that was read.
  ///   - watch: Starts to watch the slot, and gives the watcher's place in its list.
  /// - Complexity: Expected O(1); a comparison when the last run read the same slot at this point.
  mutating func note(_ context: Context, _ slot: Int, watch: () -> UInt64) {
    guard !isCancelled else { return }
    let life = context.parts?.life ?? 0
    let seen = context.tree.roundNumber
    if let place = place(of: context, slot) {
      cursor = place + 1
      if sources[place].life == life {
        if sources[place].run == run, sources[place].seenRound != seen { hasReadTwice = true }
        sources[place].run = run
        sources[place].seenRound = seen
        return
      }
      sources[place] = Source(
        context: context,
        slot: slot,
        life: life,
        id: watch(),
        run: run,
        seenRound: seen
      )
      return
    }
    sources.append(
      Source(context: context, slot: slot, life: life, id: watch(), run: run, seenRound: seen)
    )
    cursor = sources.count
    if !index.isEmpty {
      index[Key(context: ObjectIdentifier(context), slot: slot)] = sources.count - 1
    } else if sources.count > Self.longestUnindexed {
      rebuildIndex()
    }
  }

  private func place(of context: Context, _ slot: Int) -> Int? {
    let matches = { (source: Source) in source.context === context && source.slot == slot }
    if cursor < sources.count, matches(sources[cursor]) { return cursor }
    if sources.count <= Self.longestUnindexed { return sources.firstIndex(where: matches) }
    return index[Key(context: ObjectIdentifier(context), slot: slot)]
  }

  private mutating func rebuildIndex() {
    index = [:]
    guard sources.count > Self.longestUnindexed else { return }
    index.reserveCapacity(sources.count)
    for (place, source) in sources.enumerated() {
      index[Key(context: ObjectIdentifier(source.context), slot: source.slot)] = place
    }
  }

  /// What the run that has just ended has read.
  ///
  /// - Returns: The slots; `nil` if it is known that it has not read all of them at one moment.
  func readByLastRun() -> ContiguousArray<Source>? {
    isStale || hasReadTwice ? nil : sources
  }

  /// Takes out what the last run did not read.
  mutating func takeUnread() -> ContiguousArray<Source> {
    guard sources.contains(where: { $0.run != run }) else { return [] }
    let unread = sources.filter { $0.run != run }
    sources.removeAll { $0.run != run }
    rebuildIndex()
    return ContiguousArray(unread)
  }

  /// Ends the watching for good.
  ///
  /// - Returns: What to stop watching.
  mutating func cancel() -> ContiguousArray<Source> {
    isCancelled = true
    index = [:]
    defer { sources = [] }
    return sources
  }
}

@available(*, unavailable)
extension TrackedReads: Sendable {}
