import StrataConcurrency
import StrataDependencies

/// What remains to be done outside the lock after contexts have joined or left a tree.
///
/// Not copyable: its lists would be counted at each step of a change that mostly has one of them.
struct Settlement: ~Copyable {
  /// Contexts that have joined and wait for their activation, in order.
  var joined: [Context] = []
  /// Contexts that have lost their last parent, and may yet get another before the lock is given
  /// back.
  var orphans: [Context] = []
  /// Contexts that have left, parents before children.
  var departed: [Departure] = []
  /// Whether some of them have work that has to be told to stop.
  var isEndingWork = false
  /// What went wrong.
  var complaints: [Complaint] = []
  /// Who cannot live where it was put.
  private(set) var refusals: [Refusal] = []
  /// What journals get to know of the round that waits for this.
  var journaled: JournaledChanges?
  /// The round that waits for this.
  var ticket: RoundQueue<Round>.Ticket?
  /// Handles to keep with the contexts that join.
  private(set) var handles: [ObjectIdentifier: any Sendable] = [:]
  /// Signals to be told of with the round.
  var stirred: [Context] = []
  /// Guests whose hosts have left, and the hosts.
  var abandonedGuests: [(guest: Context, host: Context)] = []
  /// What is not valid any more.
  var forgotten: [DependencyValues] = []
  /// Which contexts of the tree those hold that join.
  var claims = Claims()

  /// Whether nothing is to be done before the round may be delivered.
  var isEmpty: Bool { joined.isEmpty && departed.isEmpty && claims.spared.isEmpty }

  /// Whether contexts have done nothing but leave, with nothing running; called with the lock held.
  var isOfInterestToNobody: Bool {
    joined.isEmpty && !isEndingWork && complaints.isEmpty && refusals.isEmpty && stirred.isEmpty
      && forgotten.isEmpty && claims.spared.isEmpty && abandonedGuests.isEmpty
  }

  /// Notes that a context cannot live in a slot that holds it.
  mutating func refuse(_ child: Context, by parent: Context, slot: Int, _ reason: Refusal.Reason) {
    refusals.append(Refusal(child: child, parent: parent, slot: slot, reason: reason))
  }

  /// Reports what went wrong, and takes out what was refused; called without a lock.
  ///
  /// Before the round is delivered, so that who is told of the change does not see what was refused.
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

  /// Ends the lives of those that no slot holds any more, unless what joins holds them; called with the
  /// lock held.
  mutating func sealOrphans() {
    guard !orphans.isEmpty else { return }
    let orphans = orphans
    self.orphans = []
    for orphan in orphans where orphan.parent == nil && !claims.spare(orphan) {
      orphan.seal(&self)
    }
  }

  /// A context whose first parent has gone may have waited for that parent's activation; called
  /// with the lock held.
  mutating func noteNewFirstParent(of context: Context) {
    forgotten += context.forgetInheritedDependencies()
    noteParents(of: context)
    if context.phase == .attached, !context.isActivationDue { joined.append(context) }
  }
}

extension Tree {
  /// Does what remains: ends lives, then begins lives, then lets the round be delivered.
  ///
  /// Called without the lock. What leaves is told before what joins, so that a replaced child has
  /// stopped when its successor starts.
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
    settlement.reportMisuse()
    if settlement.isEndingWork {
      LastHandlers.run { Departure.endWork(of: settlement.departed[...]) }
    }
    endAbandoned(settlement.abandonedGuests)
    for context in settlement.joined where context.layout.hasStructure {
      context.joinDescendants()
    }
    endUnplaced(settlement.claims.spared)
    if !settlement.joined.isEmpty {
      ActivationScope.run { teller in
        for context in settlement.joined { context.activateIfDue(teller) }
      }
    }
  }
}
