import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// Records the changes of one tree.
///
/// The tree retains it, and it retains neither the recording nor the tree.
final class TreeRecorder: SlotObserver {
  private let root: UInt64
  private let changeLog: Locked<RecordedChangeLog>
  private weak let recording: Recording?
  private weak let context: Context?
  private let callSite: CallSite
  /// Whether the round has changes that may have removed nodes; only the thread that delivers uses it.
  private let mayHaveRemoved = Atomic(false)

  init(_ root: Context, _ recording: Recording, at callSite: CallSite) {
    self.root = root.id.rawValue
    changeLog = recording.changeLog
    self.recording = recording
    context = root
    self.callSite = callSite
  }

  var site: ObserverSite { ObserverSite(kind: "observer", callSite: callSite) }

  func receive(_ change: borrowing Change) {
    if let plain = PlainChange.of(change), changeLog.withLock({ $0.add(plain, in: root) }) {
      return
    }
    guard let recording, let context else { return }
    recording.add(change, in: context)
    mayHaveRemoved.store(true, ordering: .relaxed)
  }

  func endRound(_ number: UInt64) {
    guard mayHaveRemoved.load(ordering: .relaxed) else { return }
    mayHaveRemoved.store(false, ordering: .relaxed)
    changeLog.withLock { $0.endChanges(of: root) }
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
