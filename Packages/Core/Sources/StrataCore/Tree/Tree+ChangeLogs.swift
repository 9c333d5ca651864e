import StrataConcurrency
import Synchronization

/// The changes of one commit, by the change logs that take them.
struct LoggedChanges {
  struct Item {
    let changeLog: ChangeLog
    let changes: [any PendingChange]
    let entry: ChangeLogEntry
    /// Whether the entry belongs to an earlier commit that includes this one.
    let isAbsorbed: Bool
  }

  var items: [Item] = []
}

extension Tree {
  // MARK: Opening and closing

  /// Starts to record into a change log; called with the lock held.
  func open(_ changeLog: ChangeLog) {
    changeLogs.append(changeLog)
    noteChangeListeners()
  }

  /// Stops to record into a change log; called with the lock held, by an owner of the change log.
  func close(_ changeLog: ChangeLog) {
    changeLogs.removeAll { $0 === changeLog }
    noteChangeListeners()
  }

  /// Keeps writes off the shortest path while the tree has a listener to all changes, and sends them to the queue while
  /// it has a change log; called with the lock held.
  func noteChangeListeners() {
    lock.flagWord &= ~(TreeFlags.changeListeners | TreeFlags.logs)
    if !changeListeners.isEmpty || !changeLogs.isEmpty {
      lock.flagWord |= TreeFlags.changeListeners
    }
    if !changeLogs.isEmpty { lock.flagWord |= TreeFlags.logs }
  }

  // MARK: Assignment to change logs

  /// Whether a change log takes changes of a slot; called with the lock held.
  func isLogged(_ context: Context, _ slot: Int) -> Bool {
    changeLogs.contains { $0.takes(context, slot) }
  }

  /// Whether a change log needs the old value of a slot; called with the lock held.
  func keepsOld(_ context: Context, _ slot: Int) -> Bool {
    changeLogs.contains { $0.keepsValues && $0.takes(context, slot) }
  }

  /// Whether a change log or a change listener needs the value from before a change in place; called with the lock held.
  func keepsOldInPlace(_ context: Context, _ slot: Int) -> Bool {
    oldValueWishes > 0 || keepsOld(context, slot)
  }

  /// Assigns changes to the change logs that take them; called with the lock held, while removed contexts still have
  /// their position.
  func sortForChangeLogs(_ log: TransactionLog) -> LoggedChanges? {
    let changes = log.refusing.isEmpty ? log.changes : log.changes.filter { !$0.isTakenBack }
    return sortForChangeLogs(changes, restoration: log.restoration, replaced: log.replaced)
  }

  /// Assigns changes to the change logs that take them; called with the lock held.
  func sortForChangeLogs(
    _ changes: [any PendingChange],
    restoration: ChangeLogEntry? = nil,
    replaced: [any PendingChange] = []
  ) -> LoggedChanges? {
    let opened = openEntries.last { $0.thread == .current }?.entries ?? []
    var logged = LoggedChanges()
    for changeLog in changeLogs {
      if let restoration, restoration.changeLogID == changeLog.id {
        // A history reverts its own changes, even if the rules have changed meanwhile.
        let restored = replaced.isEmpty ? changes : changes + replaced
        for change in restored { noteState(of: change) }
        if !restored.isEmpty { logged.add(restored, to: restoration, of: changeLog) }
        continue
      }
      let taken = changes.filter { $0.context.phase.isLive && changeLog.takes($0.context, $0.slot) }
      guard !taken.isEmpty else { continue }
      for change in taken { noteState(of: change) }
      if let entry = opened.last(where: { $0.changeLogID == changeLog.id }) {
        logged.add(taken, to: entry, of: changeLog, isAbsorbed: true)
      } else if !isStarting || !ActivationScope.isOpen {
        logged.add(taken, to: changeLog.makeEntry(), of: changeLog)
      }
    }
    return logged.items.isEmpty ? nil : logged
  }

  /// Fills the entries of a commit; called with the lock held.
  ///
  /// - Returns: The entries to hand over when the round is delivered.
  func makeEntries(
    _ logged: LoggedChanges,
    _ cause: Cause?,
    initiatingRound: UInt64,
    departed: [RemovalRecord],
    isComplete: Bool
  ) -> [(changeLog: ChangeLog, entry: ChangeLogEntry)] {
    var entries: [(changeLog: ChangeLog, entry: ChangeLogEntry)] = []
    for item in logged.items {
      let knowsOfRemoval =
        item.changeLog.keepsValues && !departed.isEmpty && item.changes.contains { $0.edits != nil }
      let left = knowsOfRemoval ? departed.map(\.departed) : []
      if item.isAbsorbed {
        item.entry.absorb(item.changes, departed: left)
      } else {
        item.entry.fill(
          round: roundNumber,
          initiatingRound: initiatingRound,
          cause: cause,
          item.changes,
          departed: left,
          isComplete: isComplete
        )
        item.changeLog.withUnnotified { $0.append(item.entry) }
        entries.append((item.changeLog, item.entry))
      }
    }
    return entries
  }

  /// Queues a round of one change; called with the lock held.
  func enqueue(_ change: any PendingChange) -> RoundQueue<Round>.Ticket {
    enqueue([change], logged: changeLogs.isEmpty ? nil : sortForChangeLogs([change]))
  }

  /// Records the states of a slot before and after a change; called with the lock held.
  ///
  /// A history that restores a value also restores the state that the slot had then.
  func noteState(of change: any PendingChange) {
    guard change.states == nil else { return }
    let facets = change.context.ensuredFacets
    while facets.journaledStates.count <= change.slot { facets.journaledStates.append(0) }
    let before = facets.journaledStates[change.slot]
    var after = before
    if let restored = change.restoredState {
      after = restored
    } else if change.isForced || change.edits?.isChanged ?? true {
      after = Self.lastState.wrappingAdd(1, ordering: .relaxed).newValue
    }
    facets.journaledStates[change.slot] = after
    change.states = SlotStates(before: before, after: after)
  }

  // One count for all trees, because a context takes its states along.
  private static let lastState = Atomic<UInt64>(0)

  // MARK: Notification

  /// Runs a closure that activates the contexts inserted by a commit; its changes belong to the commit.
  func withOpenEntries(of logged: LoggedChanges, _ body: () -> Void) {
    let entries = logged.items.map(\.entry)
    let thread = ThreadIdentity.current
    lock.withLock { openEntries.append((thread, entries)) }
    body()
    for item in logged.items where !item.isAbsorbed { item.entry.complete() }
    lock.lock()
    if let index = openEntries.lastIndex(where: { $0.thread == thread }) {
      openEntries.remove(at: index)
    }
    let parkers = takeRestorers()
    lock.unlock()
    for parker in parkers { parker.wake() }
  }

  /// Hands entries over; called without the lock by the thread that delivers.
  func notifyChangeLogs(of round: Round, _ significance: inout Significance) {
    for (changeLog, _) in round.entries {
      changeLog.handOver(through: round.number, &significance)
    }
  }
}

extension LoggedChanges {
  fileprivate mutating func add(
    _ changes: [any PendingChange],
    to entry: ChangeLogEntry,
    of changeLog: ChangeLog,
    isAbsorbed: Bool = false
  ) {
    items.append(Item(changeLog: changeLog, changes: changes, entry: entry, isAbsorbed: isAbsorbed))
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

extension ChangeLog {
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
        return placed.changeLog === self
      }
      guard let next = ways.popLast() else { return false }
      step = next
    }
  }

  /// The beginning of the path upwards; an attachment begins at its owner.
  private func firstStep(_ context: Context, _ slot: Int) -> Step? {
    guard let attachment = context.layout.attachment else {
      return Step(link: ContextLink(context), slot: slot, level: 0, isExcluded: false)
    }
    guard attachment.family.isRecorded, !keepsValues else { return nil }
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
    guard let facets = context.facets else { return nil }
    if facets.changeLogFacet != nil {
      if facets.excludedSlots.contains(step.slot) { step.isExcluded = true }
      let placed = facets.changeLogRules.first {
        isRival($0.changeLog) && $0.incarnation == facets.incarnation
      }
      if let placed { return placed }
    }
    if facets.hasOtherParents, visited.insert(ObjectIdentifier(context)).inserted {
      for other in facets.otherParents {
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
