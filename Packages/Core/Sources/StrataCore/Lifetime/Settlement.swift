import StrataConcurrency
import StrataDependencies

/// A structural commit: the work outside the lock after contexts have joined or left a tree.
///
/// Not copyable, because its lists would be counted at each step of a change that usually has one of them.
struct Settlement: ~Copyable {
  /// Contexts that have joined and wait for their activation, in order.
  var joined: [Context] = []
  /// Contexts that have lost their last parent, and may get another before the lock is released.
  var orphans: [Context] = []
  /// Contexts that have left, parents before children.
  var departed: [Departure] = []
  /// Whether some of them have work that has to be cancelled.
  var isEndingWork = false
  /// The diagnostics to report.
  var complaints: [Complaint] = []
  /// The rejected contexts.
  private(set) var refusals: [Refusal] = []
  /// The changes for change logs, of the round that waits for this.
  var journaled: JournaledChanges?
  /// The round that waits for this.
  var ticket: RoundQueue<Round>.Ticket?
  /// Handles to store with the contexts that join.
  private(set) var handles: [ObjectIdentifier: any Sendable] = [:]
  /// Signals to raise with the round.
  var stirred: [Context] = []
  /// Attached contexts whose owners have left, with the owners.
  var abandonedGuests: [(guest: Context, host: Context)] = []
  /// Values that are no longer valid.
  var forgotten: [DependencyValues] = []
  /// The contexts of the tree that are children of inserted ones.
  var claims = Claims()

  /// Whether the round may be delivered at once.
  var isEmpty: Bool { joined.isEmpty && departed.isEmpty && claims.spared.isEmpty }

  /// Whether contexts have only left, with nothing running; called with the lock held.
  var isOfInterestToNobody: Bool {
    joined.isEmpty && !isEndingWork && complaints.isEmpty && refusals.isEmpty && stirred.isEmpty
      && forgotten.isEmpty && claims.spared.isEmpty && abandonedGuests.isEmpty
  }

  /// Records that a slot contains a context that it must reject.
  mutating func refuse(_ child: Context, by parent: Context, slot: Int, _ reason: Refusal.Reason) {
    refusals.append(Refusal(child: child, parent: parent, slot: slot, reason: reason))
  }

  /// Takes over what another commit has to report.
  mutating func takeMisuse(of other: borrowing Settlement) {
    complaints += other.complaints
    refusals += other.refusals
  }

  /// Reports misuse, and removes rejected contexts; called without a lock.
  ///
  /// It runs before the round is delivered, so that no observer of the change sees a rejected context.
  func reportMisuse() {
    for complaint in complaints { complaint.report() }
    for refusal in refusals { refusal.conclude() }
  }

  /// Takes handles; called with the lock held, so that none is released.
  mutating func take(_ handles: [ObjectIdentifier: any Sendable]) {
    if self.handles.isEmpty {
      self.handles = handles
    } else {
      self.handles.merge(handles) { former, _ in former }
    }
  }

  /// Ends the contexts without a slot, unless an inserted context contains them; called with the lock held.
  mutating func sealOrphans() {
    guard !orphans.isEmpty else { return }
    let orphans = orphans
    self.orphans = []
    for orphan in orphans where orphan.parent == nil && !claims.spare(orphan) {
      orphan.seal(&self)
    }
  }

  /// Records a new first parent; called with the lock held.
  ///
  /// The context may have waited for the activation of its former first parent.
  mutating func noteNewFirstParent(of context: Context) {
    forgotten += context.forgetInheritedDependencies()
    noteParents(of: context)
    if context.phase == .attached, !context.isActivationDue { joined.append(context) }
  }
}

extension Tree {
  /// Does the remaining work: ends incarnations, then begins incarnations, then releases the round for delivery.
  ///
  /// Called without the lock. Contexts that leave run their handlers before others are activated, so that a replaced
  /// child has stopped when its successor starts.
  func finish(_ settlement: consuming Settlement) {
    let isNothingLeft = settlement.isEmpty && settlement.refusals.isEmpty
    if let journaled = settlement.journaled, !isNothingLeft {
      withOpenEntries(of: journaled) { changeLives(settlement) }
    } else {
      changeLives(settlement)
    }
    guard let ticket = settlement.ticket else { return }
    if !settlement.isEmpty {
      lock.withLock { rounds.markReady(ticket) }
    }
    deliver()
  }

  private func changeLives(_ settlement: borrowing Settlement) {
    // First, because other threads wait for it, and because the rest calls user code.
    let late = JoiningWalk.run(below: settlement.joined)
    settlement.reportMisuse()
    if settlement.isEndingWork {
      LastHandlers.run { Departure.endWork(of: settlement.departed[...]) }
    }
    endAbandoned(settlement.abandonedGuests)
    endUnplaced(settlement.claims.spared, settlement.journaled)
    Context.activate(late.isEmpty ? settlement.joined : settlement.joined + late)
  }
}
