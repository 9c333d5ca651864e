/// The position of a lock in the one order in which locks may be taken.
///
/// A thread that holds a lock may only take locks of a higher rank. Debug builds check this at each acquisition, so one
/// thread alone finds a deadlock that needs two unlucky threads. Release builds neither store nor check ranks.
public struct LockRank: Sendable, Hashable {
  /// The position in the order, at most 62; a larger one is taken later.
  public let rawValue: UInt8

  /// Makes a rank.
  ///
  /// - Precondition: `rawValue` is at most 62, because the ranks that a thread holds are stored in one word.
  public init(_ rawValue: UInt8) {
    precondition(rawValue <= 62, "LockRank(\(rawValue)): ranks run from 0 to 62")
    self.rawValue = rawValue
  }

  /// The lock of one tree of contexts, which guards its structure and its slots.
  public static let tree = LockRank(10)
  /// The lock that serves contexts which are in no tree yet.
  public static let detached = LockRank(20)
  /// Locks inside a tree's facets: task registries, event listeners, dependency storage.
  public static let part = LockRank(30)
  /// Locks of delivery: executors, clocks, asynchronous sequences.
  public static let delivery = LockRank(40)
  /// Leaf locks: no other lock is taken while one is held.
  public static let leaf = LockRank(60)
}

#if DEBUG
/// The ranks that the current thread holds, one bit each, in a thread-specific word.
///
/// This is a word, not an array, because the check must not allocate: it runs inside allocators' callers.
@usableFromInline
enum HeldRanks: Sendable {
  private static let word = ThreadWord("HeldRanks")

  private static var held: UInt {
    get { word.bits }
    set { word.bits = newValue }
  }

  @usableFromInline
  static func willLock(_ rank: LockRank) {
    let bit = UInt(1) << UInt(rank.rawValue)
    precondition(
      held < bit,
      "Lock order: a lock of rank \(rank.rawValue) is taken while one of rank "
        + "\(UInt.bitWidth - 1 - held.leadingZeroBitCount) is held; take locks in rising rank."
    )
    held |= bit
  }

  @usableFromInline
  static func didUnlock(_ rank: LockRank) {
    let bit = UInt(1) << UInt(rank.rawValue)
    precondition(held & bit != 0, "Lock order: rank \(rank.rawValue) is unlocked but not held.")
    held &= ~bit
  }
}
#endif
