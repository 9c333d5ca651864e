import StrataConcurrency
import Synchronization

/// The observers to notify of a round's changes, with the results of the comparisons so far.
struct RoundCalls {
  /// One call of one observer, for one change or one derived value.
  private struct Call {
    let entry: WatchEntry
    /// The index of the change in the round; derived values come after the changes.
    let place: Int
  }

  private let changes: [any PendingChange]
  private let marks: WatchedMarks
  /// Observers with a later number are not notified.
  private let lastObserver: UInt64
  private var calls: ContiguousArray<Call> = []
  // Most observers began in the order in which the changes are listed.
  private var isSorted = true
  private var last: UInt64 = 0
  /// Whether a slot has an observer, and not only derived values.
  private var isOfChanges = false
  /// Whether each derived value differs, once that is known.
  private var differences: ContiguousArray<Bool?> = []

  init(_ changes: [any PendingChange], _ marks: consuming WatchedMarks, lastObserver: UInt64) {
    self.changes = changes
    self.marks = marks
    self.lastObserver = lastObserver
  }

  // MARK: The observers to notify

  /// Adds the observers; called with the tree's lock held.
  ///
  /// - Returns: The indices of the changes of contexts that have joined another tree meanwhile, whose lock guards their
  ///   observers.
  mutating func addObservers(in tree: Tree) -> [Int] {
    var elsewhere: [Int] = []
    calls.reserveCapacity(changes.count + marks.count)
    for (place, change) in changes.enumerated() {
      let isRecorded =
        !tree.changeListeners.isEmpty && change.context.layout.attachment?.family.isRecorded ?? true
      if isRecorded { for entry in tree.changeListeners.entries { add(entry, place) } }
      if change.context.guardLock.load(ordering: .relaxed) == tree.lock.bitPattern {
        addObservers(of: change, place)
      } else {
        elsewhere.append(place)
      }
    }
    if marks.isEmpty { return elsewhere }
    // A copy, because `add` changes the rest; without it, each of the marks would be counted.
    let marks = marks
    // A derived value is no state. Change listeners receive the changes of its sources.
    for place in 0..<marks.count {
      unsafe marks.uncounted(place).node._withUnsafeGuaranteedRef { node in
        if let entry = node.onlyObserver {
          return add(WatchEntry(entry), changes.count + place)
        }
        node.context.facets?.forEachObserver(ofSlotAt: 0) { add($0, changes.count + place) }
      }
    }
    return elsewhere
  }

  /// Adds the observers of a change; called with the lock of its context held.
  mutating func addObservers(of change: any PendingChange, _ place: Int) {
    change.context.facets?.forEachObserver(ofSlotAt: change.slot) { add($0, place) }
  }

  private mutating func add(_ entry: consuming WatchEntry, _ place: Int) {
    guard entry.id <= lastObserver else { return }
    if entry.id < last { isSorted = false }
    last = entry.id
    if place < changes.count { isOfChanges = true }
    calls.append(Call(entry: entry, place: place))
  }

  /// Sorts the calls by the order in which the observers began.
  mutating func sort() {
    if !isSorted { calls.sort { ($0.entry.id, $0.place) < ($1.entry.id, $1.place) } }
  }

  /// The call sites of the observers to notify.
  var sites: [ObserverSite] { calls.compactMap(\.entry.observer?.site) }

  // MARK: Notification

  /// Notifies observers, in the order of the calls; called without the lock, by the delivery owner.
  mutating func notify(_ significance: inout Significance, round: UInt64, cause: Cause?) {
    if !marks.isEmpty { prepareMarked() }
    var notified: WatchEntry?
    // Entries and marks are used in place, because to count one costs as much as a lock pair.
    let calls = calls
    let marks = marks
    for index in calls.indices {
      let place = calls[index].place
      if place >= changes.count {
        let place = place - changes.count
        guard differences[place] != false else { continue }
        let mark = marks.uncounted(place)
        var difference = differences[place]
        Self.notify(calls[index].entry, of: mark, &difference, &notified, round, cause)
        differences[place] = difference
        continue
      }
      guard let observer = calls[index].entry.observer,
        significance.of(changes[place])
          || (changes[place].isReadUncommitted && observer is any RereadingObserver)
      else { continue }
      Self.endRound(of: notified, before: calls[index].entry, round)
      notified = calls[index].entry
      changes[place].notify(observer, round: round, cause: cause)
    }
    notified?.observer?.endRound(round)
    // They retain the values that are used uncounted.
    withExtendedLifetime(marks) {}
  }

  private mutating func prepareMarked() {
    differences = ContiguousArray(repeating: nil, count: marks.count)
    if marks.count > 1, !isOfChanges, DeepStack.limit == 0 { updateMarked() }
  }

  /// Computes the observed derived values.
  ///
  /// A value that cannot be computed now, or is dirty again when its turn comes, is computed then.
  private func updateMarked() {
    guard let first = marks.first?.node else { return }
    var index = 0
    // SAFETY: the marks retain the values.
    unsafe first.update {
      guard index < calls.count else { return nil }
      defer { index += 1 }
      return unsafe marks.uncounted(calls[index].place - changes.count).node
    }
  }

  /// Notifies an observer of a derived value, if the value differs.
  @inline(__always)
  private static func notify(
    _ entry: borrowing WatchEntry,
    of mark: WatchedMarks.Uncounted,
    _ difference: inout Bool?,
    _ notified: inout WatchEntry?,
    _ round: UInt64,
    _ cause: Cause?
  ) {
    // SAFETY: the marks of the round retain the node.
    unsafe mark.node._withUnsafeGuaranteedRef { node in
      // No observer of a derived value is told of an end.
      if let former = notified.take() { former.observer?.endRound(round) }
      node.notify(entry, of: mark, &difference, round: round, cause: cause)
    }
  }

  private static func endRound(of notified: WatchEntry?, before next: WatchEntry, _ round: UInt64) {
    if let notified, notified.id != next.id { notified.observer?.endRound(round) }
  }

  /// The slots that differ and the observers that were notified; called after ``notify(_:round:cause:)``.
  func found(
    _ significance: Significance
  ) -> (changes: [SlotRead], notified: [(id: UInt64, site: ObserverSite)]) {
    var slots: [SlotRead] = []
    for change in changes where significance.isFound(change) {
      slots.append(SlotRead(context: change.context, slot: change.slot))
    }
    for place in 0..<marks.count where differences[place] == true {
      slots.append(SlotRead(context: marks[place].node.context, slot: 0))
    }
    var notified: [(id: UInt64, site: ObserverSite)] = []
    notified.reserveCapacity(calls.count)
    for index in calls.indices {
      let place = calls[index].place
      let isFound =
        place < changes.count
        ? significance.isFound(changes[place]) : differences[place - changes.count] == true
      // A tracker that has been released may still be in a list.
      guard isFound, let observer = calls[index].entry.observer else { continue }
      notified.append((calls[index].entry.id, observer.site))
    }
    return (slots, notified)
  }
}

@available(*, unavailable)
extension RoundCalls: Sendable {}
