import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// Records the changes of one tree.
///
/// The tree retains it, and it retains neither the recording nor the tree.
final class TreeWatcher: Watcher {
  private let root: UInt64
  private let journal: Locked<RecordingJournal>
  private weak let recording: Recording?
  private weak let context: Context?
  private let callSite: CallSite
  /// Whether the round has changes that may have removed nodes; only the thread that delivers uses it.
  private let mayHaveRemoved = Atomic(false)

  init(_ root: Context, _ recording: Recording, at callSite: CallSite) {
    self.root = root.id.rawValue
    journal = recording.journal
    self.recording = recording
    context = root
    self.callSite = callSite
  }

  var origin: WatcherOrigin { WatcherOrigin(kind: "observer", callSite: callSite) }

  func receive(_ change: borrowing Change) {
    if let plain = PlainChange(change), journal.withLock({ $0.add(plain, in: root) }) { return }
    guard let recording, let context else { return }
    recording.add(change, in: context)
    mayHaveRemoved.store(true, ordering: .relaxed)
  }

  func endRound(_ number: UInt64) {
    guard mayHaveRemoved.load(ordering: .relaxed) else { return }
    mayHaveRemoved.store(false, ordering: .relaxed)
    journal.withLock { $0.endChanges(of: root) }
  }

  func didDeliver(_ write: borrowing DeliveredWrite) {
    guard write.isUnobserved else { return didDeliver(write.round) }
    let (number, cause) = (write.number, write.cause)
    let isDue = journal.withLock { $0.endWrite(number, cause, in: root) }
    if isDue { addStates() }
  }

  private func didDeliver(_ round: DeliveredRound) {
    let isDue = journal.withLock { journal in
      journal.add(round, in: root)
      return journal.beginPartIfFull()
    }
    if isDue { addStates() }
  }

  private func addStates() {
    guard let recording, let context else { return }
    recording.addStates(of: context)
  }
}
