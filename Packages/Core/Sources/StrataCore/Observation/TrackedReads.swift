/// The reads of a tracker: the slots, the last run that read each, and whether one has changed.
struct TrackedReads {
  /// One slot that was read.
  struct Source {
    let context: Context
    let slot: Int
    /// The observer's number in the slot's list.
    let id: UInt64
    /// The run that read it last.
    var run: UInt32
    /// The last round of the tree at the read.
    ///
    /// The read has seen the changes of earlier rounds, even if they were not delivered yet.
    var seenRound: UInt64
  }

  private struct Key: Hashable {
    let context: ObjectIdentifier
    let slot: Int
  }

  private var sources: ContiguousArray<Source> = []
  /// The index in `sources` of each slot, once a search would be slow.
  private var index: [Key: Int] = [:]
  /// The index of the expected next repeated read, because runs usually read the same slots in the same order.
  private var cursor = 0
  private var run: UInt32 = 0
  /// Whether something has changed that the last run has not seen.
  private(set) var isStale = true
  /// Whether the current run has read a slot again after a commit of another thread.
  private var hasReadTwice = false
  private(set) var isCancelled = false
  private static let longestUnindexed = 8

  mutating func beginRun() {
    run &+= 1
    cursor = 0
    isStale = false
    hasReadTwice = false
  }

  /// Makes the next change count as the first that the run has not seen.
  mutating func resume() { isStale = false }

  /// Records a change.
  ///
  /// - Returns: Whether it is the first that the run has not seen.
  mutating func becomeStale(_ context: Context, _ slot: Int, round: UInt64) -> Bool {
    guard !isStale, !isCancelled else { return false }
    // A change that was in delivery when the run ended may be of a slot that only an earlier run had read.
    guard let place = place(of: context, slot), round > sources[place].seenRound else {
      return false
    }
    // A slot that the current run has not read yet shows it the change, or is no source of it.
    guard sources[place].run == run else { return false }
    isStale = true
    return true
  }

  /// Records that a context which was in no tree when it was read has joined one.
  ///
  /// - Returns: Whether that is the first change that the run has not seen.
  mutating func noteJoin(of context: Context, _ slot: Int) -> Bool {
    guard !isCancelled, let place = place(of: context, slot) else { return false }
    // The number of the read is not one of the tree.
    sources[place].seenRound = 0
    defer { isStale = true }
    return !isStale
  }

  /// Records a read.
  ///
  /// Called with the lock of the context held.
  ///
  /// - Parameters:
  ///   - context: The context that was read.
  ///   - slot: The slot that was read.
  ///   - watch: Registers an observer of the slot, and returns its number in the list.
  /// - Complexity: Expected O(1); a comparison when the last run read the same slot at this point.
  mutating func note(_ context: Context, _ slot: Int, watch: () -> UInt64) {
    guard !isCancelled else { return }
    let seen = context.tree.roundNumber
    if let place = place(of: context, slot) {
      cursor = place + 1
      // A run that commits itself, for example when it makes a model, is not superseded by that commit.
      let seenBefore = sources[place].seenRound
      if sources[place].run == run, context.tree.hasRoundOfOtherTree(after: seenBefore) {
        hasReadTwice = true
      }
      sources[place].run = run
      sources[place].seenRound = seen
      return
    }
    sources.append(
      Source(context: context, slot: slot, id: watch(), run: run, seenRound: seen)
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

  /// The reads of the run that has just ended.
  ///
  /// - Returns: The slots; `nil` if the reads are known not to be a consistent snapshot.
  func readByLastRun() -> ContiguousArray<Source>? {
    isStale || hasReadTwice ? nil : sources
  }

  /// Takes out the slots that the last run did not read.
  mutating func takeUnread() -> ContiguousArray<Source> {
    guard sources.contains(where: { $0.run != run }) else { return [] }
    let unread = sources.filter { $0.run != run }
    sources.removeAll { $0.run != run }
    rebuildIndex()
    return ContiguousArray(unread)
  }

  /// Ends the observation permanently.
  ///
  /// - Returns: The slots whose observers are to be removed.
  mutating func cancel() -> ContiguousArray<Source> {
    isCancelled = true
    index = [:]
    defer { sources = [] }
    return sources
  }
}

@available(*, unavailable)
extension TrackedReads: Sendable {}
