import Synchronization

/// The progress of a queue's delivery owner, for the senders that wait for it without the owner's lock.
@usableFromInline
final class BacklogProgress: Sendable {
  /// How long a sender waits while nothing is delivered, in milliseconds.
  let patience: Int
  private let rounds = Atomic<Int>(0)
  private let vain = Atomic<Int>(0)

  init(patience: Int = Backlog.patience.load(ordering: .relaxed)) { self.patience = patience }

  /// How many rounds have been delivered since the first sender waited.
  var count: Int { rounds.load(ordering: .relaxed) }

  /// How many waits have been in vain since a round was delivered.
  var waitsInVain: Int { vain.load(ordering: .relaxed) }

  @usableFromInline
  func note() {
    rounds.wrappingAdd(1, ordering: .relaxed)
    vain.store(0, ordering: .relaxed)
  }

  func noteWaitInVain() { vain.wrappingAdd(1, ordering: .relaxed) }
}
