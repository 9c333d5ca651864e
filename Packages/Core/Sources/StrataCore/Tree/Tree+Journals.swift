import StrataConcurrency
import Synchronization

/// The changes of one commit, by the change logs that take them.
struct JournaledChanges {
  struct Item {
    let journal: Journal
    let changes: [any PendingChange]
    let entry: JournalEntry
    /// Whether the entry belongs to an earlier commit that includes this one.
    let isAbsorbed: Bool
  }

  var items: [Item] = []
}

extension Tree {
  // MARK: Opening and closing

  /// Starts to record into a change log; called with the lock held.
  func open(_ journal: Journal) {
    journals.append(journal)
    noteRecorders()
  }

  /// Stops to record into a change log; called with the lock held, by an owner of the change log.
  func close(_ journal: Journal) {
    journals.removeAll { $0 === journal }
    noteRecorders()
  }

  /// Keeps writes off the shortest path while the tree has a listener to all changes, and sends them to the queue while
  /// it has a change log; called with the lock held.
  func noteRecorders() {
    lock.attention &= ~(Attention.recorders | Attention.logs)
    if !recorders.isEmpty || !journals.isEmpty { lock.attention |= Attention.recorders }
    if !journals.isEmpty { lock.attention |= Attention.logs }
  }

  // MARK: Assignment to change logs

  /// Whether a change log takes changes of a slot; called with the lock held.
  func isJournaled(_ context: Context, _ slot: Int) -> Bool {
    journals.contains { $0.takes(context, slot) }
  }

  /// Whether a change log needs the old value of a slot; called with the lock held.
  func keepsOld(_ context: Context, _ slot: Int) -> Bool {
    journals.contains { $0.keepsValues && $0.takes(context, slot) }
  }

  /// Assigns changes to the change logs that take them; called with the lock held, while removed contexts still have
  /// their position.
  func sortForJournals(_ log: TransactionLog) -> JournaledChanges? {
    let changes = log.refusing.isEmpty ? log.changes : log.changes.filter { !$0.isTakenBack }
    return sortForJournals(changes, restoration: log.restoration, replaced: log.replaced)
  }

  /// Assigns changes to the change logs that take them; called with the lock held.
  func sortForJournals(
    _ changes: [any PendingChange],
    restoration: JournalEntry? = nil,
    replaced: [any PendingChange] = []
  ) -> JournaledChanges? {
    let opened = openEntries.last { $0.thread == .current }?.entries ?? []
    var journaled = JournaledChanges()
    for journal in journals {
      if let restoration, restoration.journalID == journal.id {
        // A history reverts its own changes, even if the rules have changed meanwhile.
        let restored = changes + replaced
        for change in restored { noteState(of: change) }
        if !restored.isEmpty { journaled.add(restored, to: restoration, of: journal) }
        continue
      }
      let taken = changes.filter { $0.context.phase.isLive && journal.takes($0.context, $0.slot) }
      guard !taken.isEmpty else { continue }
      for change in taken { noteState(of: change) }
      if let entry = opened.last(where: { $0.journalID == journal.id }) {
        journaled.add(taken, to: entry, of: journal, isAbsorbed: true)
      } else if !isStarting || !ActivationScope.isOpen {
        journaled.add(taken, to: journal.makeEntry(), of: journal)
      }
    }
    return journaled.items.isEmpty ? nil : journaled
  }

  /// Fills the entries of a commit; called with the lock held.
  ///
  /// - Returns: The entries to hand over when the round is delivered.
  func makeEntries(
    _ journaled: JournaledChanges,
    _ cause: Cause?,
    origin: UInt64,
    departed: [Departure],
    isComplete: Bool
  ) -> [(journal: Journal, entry: JournalEntry)] {
    var entries: [(journal: Journal, entry: JournalEntry)] = []
    for item in journaled.items {
      let knowsOfRemoval =
        item.journal.keepsValues && !departed.isEmpty && item.changes.contains { $0.edits != nil }
      let left = knowsOfRemoval ? departed.map(\.departed) : []
      if item.isAbsorbed {
        item.entry.absorb(item.changes, departed: left)
      } else {
        item.entry.fill(
          round: roundNumber,
          origin: origin,
          cause: cause,
          item.changes,
          departed: left,
          isComplete: isComplete
        )
        item.journal.withUnnotified { $0.append(item.entry) }
        entries.append((item.journal, item.entry))
      }
    }
    return entries
  }

  /// Queues a round of one change; called with the lock held.
  func enqueue(_ change: any PendingChange) -> RoundQueue<Round>.Ticket {
    enqueue([change], journaled: journals.isEmpty ? nil : sortForJournals([change]))
  }

  /// Records the states of a slot before and after a change; called with the lock held.
  ///
  /// A history that restores a value also restores the state that the slot had then.
  func noteState(of change: any PendingChange) {
    guard change.states == nil else { return }
    let parts = change.context.ensuredParts
    while parts.journaledStates.count <= change.slot { parts.journaledStates.append(0) }
    let before = parts.journaledStates[change.slot]
    var after = before
    if let restored = change.restoredState {
      after = restored
    } else if change.isForced || change.edits?.isChanged ?? true {
      after = Self.lastState.wrappingAdd(1, ordering: .relaxed).newValue
    }
    parts.journaledStates[change.slot] = after
    change.states = SlotStates(before: before, after: after)
  }

  // One count for all trees, because a context takes its states along.
  private static let lastState = Atomic<UInt64>(0)

  // MARK: Notification

  /// Runs a closure that activates the contexts inserted by a commit; its changes belong to the commit.
  func withOpenEntries(of journaled: JournaledChanges, _ body: () -> Void) {
    let entries = journaled.items.map(\.entry)
    let thread = ThreadIdentity.current
    lock.withLock { openEntries.append((thread, entries)) }
    body()
    for item in journaled.items where !item.isAbsorbed { item.entry.complete() }
    lock.lock()
    if let index = openEntries.lastIndex(where: { $0.thread == thread }) {
      openEntries.remove(at: index)
    }
    let parkers = takeRestorers()
    lock.unlock()
    for parker in parkers { parker.wake() }
  }

  /// Hands entries over; called without the lock by the thread that delivers.
  func tellJournals(of round: Round, _ significance: inout Significance) {
    for (journal, _) in round.entries {
      journal.handOver(through: round.number, &significance)
    }
  }
}

extension JournaledChanges {
  fileprivate mutating func add(
    _ changes: [any PendingChange],
    to entry: JournalEntry,
    of journal: Journal,
    isAbsorbed: Bool = false
  ) {
    items.append(Item(journal: journal, changes: changes, entry: entry, isAbsorbed: isAbsorbed))
  }
}

/// Compares each change of a round once, by the user's own equality.
struct Significance {
  // Most rounds have one change, which needs no table.
  private var first: Answer?
  private var others: [ObjectIdentifier: Answer] = [:]

  /// Retains the change, so that no other one gets its address.
  private struct Answer {
    let change: any PendingChange
    let isSignificant: Bool
  }

  /// Whether a change was compared and differs.
  func isFound(_ change: any PendingChange) -> Bool { known(change) ?? false }

  /// Whether a change differs; called without a lock.
  mutating func of(_ change: any PendingChange) -> Bool {
    if let known = known(change) { return known }
    let answer = Answer(change: change, isSignificant: change.isSignificant)
    if first == nil { first = answer } else { others[ObjectIdentifier(change)] = answer }
    return answer.isSignificant
  }

  private func known(_ change: any PendingChange) -> Bool? {
    if let first, first.change === change { return first.isSignificant }
    return others.isEmpty ? nil : others[ObjectIdentifier(change)]?.isSignificant
  }
}

extension Journal {
  /// Whether a change of a slot belongs to this change log; called with the tree's lock held.
  ///
  /// The nearest ancestor with a rule decides. With several paths upwards, one that takes the change is enough. Of the
  /// change logs with owners, that of the first such path takes it alone.
  ///
  /// - Complexity: O(number of ancestors below the rule).
  func takes(_ context: Context, _ slot: Int) -> Bool {
    guard var step = firstStep(context, slot) else { return false }
    // Further paths upwards, of contexts with several parents; usually there are none.
    var ways: [Step] = []
    var visited: Set<ObjectIdentifier> = []
    while true {
      var placed: PlacedRule?
      while placed == nil, !step.link.isNone {
        step.link.with { context in
          placed = note(context, &step, &visited, &ways)
          if placed == nil {
            step.link = context.placeLink
            step.slot = Int(context.parentSlot)
            step.level += 1
          }
        }
      }
      if let placed, placed.rule.takes(step.slot, levelsBelow: step.level),
        placed.rule.isOfHistory || !step.isExcluded
      {
        return placed.journal === self
      }
      guard let next = ways.popLast() else { return false }
      step = next
    }
  }

  /// The beginning of the path upwards; an attachment begins at its owner.
  private func firstStep(_ context: Context, _ slot: Int) -> Step? {
    guard let cell = context.layout.cell else {
      return Step(link: ContextLink(context), slot: slot, level: 0, isExcluded: false)
    }
    guard cell.family.isRecorded, !keepsValues else { return nil }
    return Step(link: context.parentLink, slot: -1, level: 0, isExcluded: false)
  }

  /// Visits a context on the path upwards.
  ///
  /// - Returns: Its rule for this change log, if it has one; with an owner, its rule for any change log with an owner.
  @inline(__always)
  private func note(
    _ context: Context,
    _ step: inout Step,
    _ visited: inout Set<ObjectIdentifier>,
    _ ways: inout [Step]
  ) -> PlacedRule? {
    guard let parts = context.parts else { return nil }
    if parts.journalFacet != nil {
      if parts.excludedSlots.contains(step.slot) { step.isExcluded = true }
      let placed = parts.journalRules.first { isRival($0.journal) && $0.life == parts.life }
      if let placed { return placed }
    }
    if parts.hasOtherParents, visited.insert(ObjectIdentifier(context)).inserted {
      for other in parts.otherParents {
        var way = step
        way.link = ContextLink(other.parent)
        way.slot = Int(other.slot)
        way.level += 1
        ways.append(way)
      }
    }
    return nil
  }

  /// A step on the path upwards from a change.
  private struct Step {
    var link: ContextLink
    var slot: Int
    var level: Int
    var isExcluded: Bool
  }
}
