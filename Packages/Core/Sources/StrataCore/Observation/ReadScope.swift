import Synchronization

/// Records the reads of a thread while the scope is the thread's own.
///
/// A class, because the thread-specific word that leads to the scope has room for one pointer. It also makes a repeated
/// read cost a comparison and no call.
// SAFETY: the only stored property is a constant; subclasses state their own reasons.
@usableFromInline
class ReadScope: @unchecked Sendable {
  /// The epoch of the current run, which it writes into the slots it reads; unique among all scopes' runs.
  private final let epoch = Atomic<UInt32>(0)
  /// Whether the scope records nothing.
  private final let isIdle: Bool

  init() { isIdle = false }

  init(isIdle: Bool) { self.isIdle = isIdle }

  private static let lastEpoch = Atomic<UInt32>(0)

  /// How many of the epochs that ``takeEpoch()`` has reserved are left.
  private final var reserved: UInt32 = 0

  /// Begins a run, in which every slot counts as not read yet.
  final func renewEpoch() {
    while true {
      // Zero is the epoch of a slot that no run has read.
      let next = Self.lastEpoch.wrappingAdd(1, ordering: .relaxed).newValue
      if next != 0 { return epoch.store(next, ordering: .relaxed) }
    }
  }

  /// Begins a run, as ``renewEpoch()`` does, of a scope that no two threads run at once.
  ///
  /// - Complexity: One run in sixteen accesses the word that all threads share.
  final func takeEpoch() {
    guard reserved != 0 else {
      renewEpoch(reserving: 16)
      return
    }
    reserved &-= 1
    epoch.store(epoch.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  private final func renewEpoch(reserving count: UInt32) {
    while true {
      let last = Self.lastEpoch.wrappingAdd(count, ordering: .relaxed).newValue
      // A block that wraps around the largest number contains zero.
      guard last >= count else { continue }
      reserved = count &- 1
      return epoch.store(last &- reserved, ordering: .relaxed)
    }
  }

  /// The epoch of the current run.
  final var mark: UInt32 { epoch.load(ordering: .relaxed) }

  /// Whether an epoch is that of the current run.
  final func isMarked(_ mark: UInt32) -> Bool { mark == self.mark }

  /// Records a read; called with the context's lock held, on the thread of the run.
  @inline(__always)
  final func note(_ context: Context, _ slot: Int) {
    let epoch = epoch.load(ordering: .relaxed)
    if unsafe context.headers[slot].epoch == epoch { return }
    noteFirst(context, slot, epoch)
  }

  /// Records a read of a computed value, as ``note(_:_:)`` does.
  @inline(__always)
  final func note(_ node: DependentNode) {
    let epoch = epoch.load(ordering: .relaxed)
    if unsafe node.header.pointee.epoch == epoch { return }
    noteFirst(node.context, 0, epoch)
  }

  /// Whether the scope needs no record of a read; callable without the lock, on the thread of the run.
  ///
  /// It needs none if it records nothing, or if the run has read the slot already.
  @inline(__always)
  final func knows(_ context: Context, _ slot: Int) -> Bool {
    unsafe isIdle || context.headers[slot].epoch == epoch.load(ordering: .relaxed)
  }

  /// Records the run's first read of a slot, and sets the slot's epoch if the scope needs no second record.
  func noteFirst(_ context: Context, _ slot: Int, _ epoch: UInt32) {}

  /// The address at which the stack of a computation's thread is used up, if the scope belongs to one; else zero.
  var stackLimit: UInt { 0 }

  /// Whether Swift's own observation must not see the reads, because they are internal or meant to be unobserved.
  var hidesReads: Bool { false }

  /// Whether it belongs to an observer, which observes what it reads.
  var isOfObserver: Bool { false }

  /// Whether the run will be restarted, or its result dropped, because a source has changed.
  ///
  /// - Parameter heldLock: The lock that the thread holds, as `LockReference.bitPattern`.
  /// - Returns: Whether that is known.
  func isSuperseded(_ heldLock: UInt) -> Bool { false }

  /// Records that the thread received the result of a private evaluation.
  ///
  /// - Parameters:
  ///   - snapshots: The snapshots that it was computed from.
  ///   - isOwnDoing: Whether the thread's own transaction or computation is the reason.
  func notePrivateValue(_ snapshots: [ReadSnapshot], isOwnDoing: Bool) {}
}

/// Records nothing.
// SAFETY: as for `ReadScope`; it adds nothing.
final class UntrackedScope: ReadScope, @unchecked Sendable {
  static let shared = UntrackedScope(isIdle: true)

  override var hidesReads: Bool { true }
}
