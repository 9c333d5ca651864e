/// The engine's data about a slot that derived values have read; guarded by the lock of the slot's tree.
///
/// An object, so that dependents reach it without the slot's context. A subclass knows the dependents.
class SlotEdges {
  /// Another number after each change that makes a difference.
  @safe @exclusivity(unchecked) final var version: UInt64 = 0
  /// The version that other threads see while a transaction has written the slot.
  @safe @exclusivity(unchecked) final var committedVersion: UInt64?
  /// Whether the slot's context has ended or begun another incarnation, so that the slot has other edges.
  @safe @exclusivity(unchecked) private(set) final var isCut = false
  /// How many written changes are not compared yet.
  @safe @exclusivity(unchecked) final var unsettledChanges = 0

  init() {}

  /// Whether the version is the same for all threads, and stays so until a write.
  @inline(__always)
  final var isPlain: Bool { committedVersion == nil && unsettledChanges == 0 && !isCut }

  /// Stores the version for other threads, before a transaction gives the slot another one.
  ///
  /// A change that is not compared yet counts as one that makes a difference. Otherwise the version from before it
  /// would return if the transaction turns out to have changed nothing.
  final func keepCommittedVersion(in tree: Tree) {
    guard committedVersion == nil else { return }
    if unsettledChanges > 0 { version = tree.nextVersion() }
    committedVersion = version
  }

  /// Cuts all edges.
  func cut() { isCut = true }

  /// Flags the dependents as dirty; called with the lock of the slot's tree held.
  ///
  /// - Returns: The values with an observer that were not dirty.
  func mark(in tree: Tree) -> WatchedMarks { WatchedMarks() }

  /// Flags the dependents as dirty for the owner of the open transaction, before it writes the slot.
  ///
  /// They retain their state for the other threads. Called with the lock of the slot's tree held.
  func touch(in tree: Tree) {}
}

@available(*, unavailable)
extension SlotEdges: Sendable {}
