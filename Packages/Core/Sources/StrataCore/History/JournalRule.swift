import StrataConcurrency

/// What a journal takes of a context and of what is below it.
///
/// The nearest context at or above a change that has a rule for the journal decides about it.
public struct JournalRule: Sendable {
  /// Which of the context's own slots count; one that holds contexts counts for all that is below it.
  public var selection: SlotSelection
  /// Whether changes count that happen some levels below; `nil` for all levels.
  private let isLevelTaken: (@Sendable (Int) -> Bool)?
  /// Whether what contexts leave out counts all the same, and what they have by key does not.
  let isOfHistory: Bool

  /// Makes a rule for the history of a context and all below it: of slots, not of what is had by key.
  public init(_ selection: SlotSelection = .all) {
    self.selection = selection
    isLevelTaken = nil
    isOfHistory = true
  }

  /// Makes a rule for some levels below a context, which leaves out what contexts exclude by
  /// ``Context/excludeFromJournals(_:)``.
  ///
  /// - Parameter isLevelTaken: Whether changes count that happen so many levels below; at level 0 the context's
  ///   own. Called under the tree's lock: it must be plain and call nothing.
  public init(levels isLevelTaken: @escaping @Sendable (Int) -> Bool) {
    selection = .all
    self.isLevelTaken = isLevelTaken
    isOfHistory = false
  }

  /// Whether a change counts that happened some levels below one of the context's slots.
  func takes(_ slot: Int, levelsBelow: Int) -> Bool {
    selection.contains(slot) && isLevelTaken?(levelsBelow) ?? true
  }
}

extension Context {
  /// Leaves slots of this context, and all that is below what they hold, out of the journals whose rules
  /// respect that; adds to what is left out already.
  public func excludeFromJournals(_ slots: Set<Int>) {
    let lock = lock()
    ensuredParts.excludedSlots.formUnion(slots)
    lock.unlock()
  }
}
