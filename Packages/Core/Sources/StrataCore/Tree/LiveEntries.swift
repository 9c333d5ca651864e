import StrataConcurrency

/// The entries of a change log that are in memory, so that they can be emptied when the change log ends.
///
/// It does not count them. A weak reference would give each entry a side table, which makes every count of the entry
/// several times as expensive.
// SAFETY: the list is accessed only while `lock` is held.
@safe
final class LiveEntries: @unchecked Sendable {
  /// Guards the list, and the contents of the entries.
  ///
  /// It may be taken, with nothing else after it, while the leaf lock of an owner of entries is held.
  let lock = Lock(rank: LockRank(62))
  // SAFETY: an entry leaves the list in its `deinit`, which waits for the lock. So a listed entry is in memory as long
  // as the lock is held.
  @safe @exclusivity(unchecked) private var entries: ContiguousArray<Unmanaged<ChangeLogEntry>> =
    unsafe []
  @safe @exclusivity(unchecked) private var isOver = false

  /// Whether the change log is open.
  var isOpen: Bool { lock.withLock { !isOver } }

  /// Lists an entry.
  ///
  /// - Returns: Whether the change log is still open; otherwise the entry is not listed.
  /// - Complexity: Amortised O(1).
  func add(_ entry: ChangeLogEntry) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { return false }
    entry.place = unsafe entries.count
    entry.isListed = true
    unsafe entries.append(.passUnretained(entry))
    return true
  }

  /// Removes a listed entry; called by its `deinit`.
  ///
  /// - Complexity: O(1).
  func remove(_ entry: ChangeLogEntry) {
    lock.lock()
    defer { lock.unlock() }
    guard !isOver else { return }
    let last = unsafe entries.removeLast()
    guard unsafe entry.place < entries.count else { return }
    unsafe entries[entry.place] = unsafe last
    unsafe last._withUnsafeGuaranteedRef { $0.place = entry.place }
  }

  /// Ends the list, and takes everything out of the entries.
  ///
  /// - Returns: What was in the entries, to be released without a lock.
  func end() -> [ChangeLogEntry.Contents] {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    let taken = unsafe entries.map { unsafe $0._withUnsafeGuaranteedRef { $0.takeContents() } }
    unsafe entries = []
    return taken
  }
}
