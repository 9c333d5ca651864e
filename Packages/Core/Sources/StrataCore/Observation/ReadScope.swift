import Synchronization

/// Takes note of what a thread reads while the scope is the thread's own.
///
/// A class, because the thread-specific word that leads to the scope has room for one pointer, and
/// because a repeated read must cost a comparison and no call.
// SAFETY: the only stored property is a constant; subclasses state their own reasons.
@usableFromInline
class ReadScope: @unchecked Sendable {
  /// The running run's mark on the slots it has read, unique among all scopes' runs.
  private final let stamp = Atomic<UInt32>(0)
  /// Whether the scope takes note of nothing.
  private final let isIdle: Bool

  init() { isIdle = false }

  init(isIdle: Bool) { self.isIdle = isIdle }

  private static let lastStamp = Atomic<UInt32>(0)

  /// How many of the stamps that ``takeStamp()`` has reserved are left.
  private final var reserved: UInt32 = 0

  /// Begins a run: every slot counts as not read yet.
  final func renewStamp() {
    while true {
      // Zero is the mark of a slot that nobody has read.
      let next = Self.lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
      if next != 0 { return stamp.store(next, ordering: .relaxed) }
    }
  }

  /// Begins a run, as ``renewStamp()``, of a scope that no two threads run at once.
  ///
  /// - Complexity: One run in sixteen touches the word that all threads share.
  final func takeStamp() {
    guard reserved != 0 else {
      renewStamp(reserving: 16)
      return
    }
    reserved &-= 1
    stamp.store(stamp.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  private final func renewStamp(reserving count: UInt32) {
    while true {
      let last = Self.lastStamp.wrappingAdd(count, ordering: .relaxed).newValue
      // A block across the end of the numbers has the zero in it.
      guard last >= count else { continue }
      reserved = count &- 1
      return stamp.store(last &- reserved, ordering: .relaxed)
    }
  }

  /// The mark of the running run.
  final var mark: UInt32 { stamp.load(ordering: .relaxed) }

  /// Whether a mark is that of the running run.
  final func isMarked(_ mark: UInt32) -> Bool { mark == self.mark }

  /// Takes note of a read; called with the context's lock held, on the thread of the run.
  @inline(__always)
  final func note(_ context: Context, _ slot: Int) {
    let stamp = stamp.load(ordering: .relaxed)
    if unsafe context.headers[slot].stamp == stamp { return }
    noteFirst(context, slot, stamp)
  }

  /// Whether the scope need not hear of a read, because it takes note of nothing or the run has read the
  /// slot already; may be asked without the lock, on the thread of the run.
  @inline(__always)
  final func knows(_ context: Context, _ slot: Int) -> Bool {
    unsafe isIdle || context.headers[slot].stamp == stamp.load(ordering: .relaxed)
  }

  /// Takes note of a read that the run has not seen; marks the slot with the stamp if the scope need
  /// not hear of it again.
  func noteFirst(_ context: Context, _ slot: Int, _ stamp: UInt32) {}

  /// Where the stack of a computation's thread is used up, if the scope is that of one; else zero.
  var stackLimit: UInt { 0 }

  /// Whether Swift's own observation must not see the reads: they are no reads of whoever asked, or not
  /// to be noticed.
  var hidesReads: Bool { false }

  /// Takes note that the thread was given a value which holds for it alone.
  ///
  /// - Parameters:
  ///   - moments: When what it was computed from was read.
  ///   - isOwnDoing: Whether it is so because of what the thread itself has open.
  func noteValueApart(_ moments: [ReadMoment], isOwnDoing: Bool) {}
}

/// Takes no note of anything.
// SAFETY: as for `ReadScope`; it adds nothing.
final class UntrackedScope: ReadScope, @unchecked Sendable {
  static let shared = UntrackedScope(isIdle: true)

  override var hidesReads: Bool { true }
}
