import StrataConcurrency

/// The part of a context and its descendants that a change log takes.
///
/// The nearest context at or above a change that has a rule for the change log decides about it.
public struct ChangeLogRule: Sendable {
  /// The context's own slots that count; a slot with contexts counts for all its descendants.
  let selection: SlotSelection
  /// Whether changes at some levels below count; `nil` for all levels.
  private let isLevelTaken: (@Sendable (Int) -> Bool)?
  /// Whether excluded slots count nevertheless, and attachments do not.
  let isOfHistory: Bool

  /// Makes a rule for the history of a context and its descendants: for slots, not for attachments.
  public init(_ selection: SlotSelection = .all) {
    self.selection = selection
    isLevelTaken = nil
    isOfHistory = true
  }

  /// Makes a rule for some levels below a context, which respects ``Context/excludeFromChangeLogs(_:)``.
  ///
  /// - Parameter isLevelTaken: Whether changes at a level count; level 0 is the context itself. Called under the tree's
  ///   lock, so it must be plain and call nothing.
  package init(levels isLevelTaken: @escaping @Sendable (Int) -> Bool) {
    selection = .all
    self.isLevelTaken = isLevelTaken
    isOfHistory = false
  }

  /// Whether a change counts that is some levels below one of the context's slots.
  func takes(_ slot: Int, levelsBelow: Int) -> Bool {
    selection.contains(slot) && isLevelTaken?(levelsBelow) ?? true
  }
}

extension Context {
  /// Excludes slots of this context, with all descendants in them, from the change logs that respect that.
  ///
  /// It adds to earlier exclusions.
  package func excludeFromChangeLogs(_ slots: Set<Int>) {
    let lock = lock()
    ensuredFacets.excludedSlots.formUnion(slots)
    lock.unlock()
  }
}
