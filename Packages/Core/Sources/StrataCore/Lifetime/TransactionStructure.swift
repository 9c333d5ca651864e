import StrataConcurrency

/// The structural commit of a transaction.
final class TransactionStructure: CommitParticipant {
  private var commit = StructuralCommit()

  override func compare(_ changes: [any PendingChange], in tree: Tree) {
    for change in changes { change.compareStructure(&commit) }
    tree.noteOwnership(in: changes, &commit)
  }

  /// Makes the tree agree with the structural slots that the transaction has written; called with the lock held.
  ///
  /// Every removed context loses its old position before any context gets a new one. Only contexts without a position
  /// then are ended. A context may therefore move from any slot to any other and stay alive.
  override func settle(_ changes: [any PendingChange]) {
    for change in changes {
      guard let edits = change.edits else { continue }
      change.context.drop(edits.removed, slot: change.slot, &commit)
    }
    for change in changes {
      guard let edits = change.edits else { continue }
      commit.take(edits.handles)
      change.context.adopt(edits.added, slot: change.slot, &commit)
    }
    commit.closeOrphans()
  }

  override func takeSignals() -> [any PendingChange] { commit.takeSignals() }

  override var departed: [RemovalRecord] { commit.departed }

  override var isEmpty: Bool { commit.isEmpty }

  override func finish(
    in tree: Tree,
    _ ticket: RoundQueue<Round>.Ticket?,
    _ logged: LoggedChanges?
  ) {
    var taken = StructuralCommit()
    swap(&taken, &commit)
    taken.ticket = ticket
    taken.logged = logged
    tree.finish(taken)
  }

  override class func join(_ context: Context, withOneOf written: [SlotRead]) -> Bool {
    context.join(withOneOf: written)
  }

  override class func endLifetimes(of departed: [RemovalRecord], in tree: Tree) {
    RemovalRecord.conclude(departed, of: tree)
  }
}

extension PendingChange {
  /// Compares a structural slot with its previous contexts; called without the lock by the thread whose transaction
  /// locks the slot.
  fileprivate func compareStructure(_ commit: inout StructuralCommit) {
    guard context.isLive else { return }
    let declared = context.layout.slots[slot]
    let operations = declared.operations
    if isTakenBack { declared.containerOperations?.noteReplacement(context, slot) }
    var edits =
      isRestored
      ? ContinuationByIdentity.suspend { operations.reconcile(context, slot: slot) }
      : operations.reconcile(context, slot: slot)
    edits.prepareToJoin(context, slot: slot, &commit)
    self.edits = edits
  }
}
