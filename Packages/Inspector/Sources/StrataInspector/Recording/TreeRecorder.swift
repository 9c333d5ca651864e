import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// Records the changes of one tree.
///
/// The tree retains it, and it retains neither the recording nor the tree.
final class TreeRecorder: SlotObserver {
  private let root: UInt64
  private let limits: RecordingLimits
  private let changeLog: Locked<RecordedChangeLog>
  private weak let recording: Recording?
  private weak let context: Context?
  private let callSite: CallSite
  /// Whether the round has changes that may have removed nodes; only the thread that delivers uses it.
  private let mayHaveRemoved = Atomic(false)
  /// The changes of the round that are recorded at its end; only the thread that delivers uses it.
  private let pending = Locked<[RecordedChangeLog.PropertyChange]>([], rank: .leaf)

  init(_ root: Context, _ recording: Recording, at callSite: CallSite) {
    self.root = root.id.rawValue
    limits = recording.limits
    changeLog = recording.changeLog
    self.recording = recording
    context = root
    self.callSite = callSite
  }

  var site: ObserverSite { ObserverSite(kind: "observer", callSite: callSite) }

  func receive(_ change: borrowing Change) {
    if !limits.mayHidePlaces, let plain = PlainChange.of(change),
      changeLog.withLock({ $0.add(plain, in: root) })
    {
      return
    }
    guard let recording, let context else { return }
    mayHaveRemoved.store(true, ordering: .relaxed)
    guard let later = recording.add(change, in: context) else { return }
    pending.withLock { $0.append(later) }
  }

  func endRound(_ number: UInt64) {
    guard mayHaveRemoved.load(ordering: .relaxed) else { return }
    mayHaveRemoved.store(false, ordering: .relaxed)
    let removal = changeLog.withLock { $0.forgetRemoved(of: root) }
    addPending()
    changeLog.withLock { $0.endChanges(removal, of: root) }
  }

  /// Records the changes that have waited for the structural ones of their round.
  ///
  /// A context that the round has removed from where it was known may stand in a private property now.
  private func addPending() {
    let changes = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    guard let recording, let context else { return }
    for change in changes {
      let isGone =
        change.isOfKnown && !changeLog.withLock { $0.knows(change.id, in: root) }
      if !isGone { recording.add(change, in: context) }
    }
  }

  func didDeliver(_ write: borrowing DeliveredWrite) {
    guard write.isUnobserved else { return didDeliver(write.round) }
    let (number, cause) = (write.number, write.cause)
    let isDue = changeLog.withLock { $0.endWrite(number, cause, in: root) }
    if isDue { addStates() }
  }

  func receiveAlone(_ change: borrowing Change) {
    if let plain = PlainChange.of(change) {
      switch changeLog.withLock({ $0.addAlone(plain, in: root) }) {
      case .added: return
      case .filledPart: return addStates()
      case .refused: break
      }
    }
    receiveInParts(change)
  }

  private func didDeliver(_ round: DeliveredRound) {
    let isDue = changeLog.withLock { changeLog in
      changeLog.add(round, in: root)
      return changeLog.beginPartIfFull()
    }
    if isDue { addStates() }
  }

  private func addStates() {
    guard let recording, let context else { return }
    recording.addStates(of: context)
  }
}
