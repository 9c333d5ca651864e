import StrataConcurrency

// Without the value's type: what is generic and not specialised asks the runtime for types at each step,
// which cost several times what is done here.
/// What a round has to say of a derived value: whether it differs is found out when its turn comes.
final class DerivedChange: PendingChange {
  private let cell: DerivedCell
  private let formerVersion: UInt64
  /// The value of that version, where a transaction has replaced it.
  private let kept: AnyObject?
  /// Whether the value differs, once that is known; the deliverer's.
  private var isDifferent: Bool?

  init(cell: DerivedCell, since version: UInt64, kept: AnyObject? = nil) {
    self.cell = cell
    formerVersion = version
    self.kept = kept
  }

  var context: Context { cell.context }
  var slot: Int { 0 }
  var edits: StructureEdits?
  var isOfDerivedValue: Bool { true }
  var isFoundSignificant: Bool { isDifferent ?? false }
  var isForced = false
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// Brings the value up to date, when it is asked first; asked by the thread that delivers.
  var isSignificant: Bool {
    if let isDifferent { return isDifferent }
    let found =
      cell.updateForWatchers(since: formerVersion)
      && !(kept.map { cell.isSame(asKept: $0) } ?? false)
    isDifferent = found
    return found
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool { false }

  func captureNewValue() {}

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    cell.withChange(round: round, cause: cause, body)
  }

  func tell(_ watcher: any Watcher, round: UInt64, cause: Cause?) {
    cell.tell(watcher, round: round, cause: cause)
  }
}

// What the deliverer does about a derived value; called without the lock.
extension DerivedCell {
  /// Brings the value up to date for those who watch it.
  ///
  /// - Parameter formerVersion: The version that they know.
  /// - Returns: Whether there is another one.
  final func updateForWatchers(since formerVersion: UInt64) -> Bool {
    lock.lock()
    let outcome = DerivedWalk.update(self)
    let isTold = noteUpdate(outcome, since: formerVersion)
    let hasLast = version != 0
    lock.unlock()
    if ComputationEnd.isAny { ComputationEnd.settle() }
    if case .cycle(let cycle) = outcome {
      Complaint.derivedCycle(cycle, hasLast: hasLast).report(at: callSite)
    }
    return isTold
  }

  /// Sees to it that those who watch are told of what the walk has not made current; called with the lock
  /// held.
  ///
  /// - Returns: Whether there is another value than that of a version.
  private final func noteUpdate(_ outcome: WalkOutcome, since formerVersion: UInt64) -> Bool {
    // What a transaction has touched is told of when that ends.
    guard !isEnded, !condition.contains(.divided) else { return false }
    switch outcome {
    // Only a read brings the closure: whoever watches has to look.
    case .unable: return version != 0
    // Another round would find the same, without end. Whoever lets the value be stored, or stores it, tells.
    case .apart(let hindrance) where hindrance.isOwnDoing: owesTelling = true
    case .cycle: owesTelling = true
    case .apart, .updated: if isStale { tree.enqueueChange(of: self) }
    }
    return version != formerVersion && version != 0
  }

  /// Tells a watcher that the value is another one.
  final func tell(_ watcher: any Watcher, round: UInt64, cause: Cause?) {
    // It looks at the value itself.
    if let observer = watcher as? DerivedObserver { return observer.tell(cause) }
    withChange(round: round, cause: cause) { watcher.receive($0) }
  }

  fileprivate final func withChange(
    round: UInt64,
    cause: Cause?,
    _ body: (borrowing Change) -> Void
  ) {
    unsafe withLastContent { new in
      body(
        unsafe Change(
          context: context,
          slot: 0,
          round: round,
          cause: cause,
          edits: nil,
          old: nil,
          new: new
        )
      )
    }
  }
}
