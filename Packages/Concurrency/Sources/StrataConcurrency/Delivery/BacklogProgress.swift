import Synchronization

/// The progress of a queue's delivery owner, for the senders that wait for it without the owner's lock.
@usableFromInline
final class BacklogProgress: Sendable {
  /// After how many waits in vain the number of senders that do not wait grows no more.
  static let mostSteps = 12

  /// How long a sender waits while nothing is delivered, in milliseconds.
  let patience: Int
  private let rounds = Atomic<Int>(0)
  private let vain = Atomic<Int>(0)
  private let vainTurns = Atomic<Int>(0)

  init(patience: Int = Backlog.patience.load(ordering: .relaxed)) { self.patience = patience }

  /// How many rounds have been delivered since the first sender waited.
  var count: Int { rounds.load(ordering: .relaxed) }

  /// How many waits have been in vain since a round was delivered.
  var waitsInVain: Int { vain.load(ordering: .relaxed) }

  /// How many waits for the role have been in vain since one was not.
  var turnsInVain: Int { vainTurns.load(ordering: .relaxed) }

  // A round ends no series of these. An observer that waits for a sender lets one round pass for each wait, so each
  // sender would wait as long as the first.
  /// Notes a wait for the role that was in vain.
  func noteTurnInVain() { vainTurns.wrappingAdd(1, ordering: .relaxed) }

  /// Notes a wait for the role that was not in vain.
  func noteTurn() { vainTurns.store(0, ordering: .relaxed) }

  @usableFromInline
  func note() {
    rounds.wrappingAdd(1, ordering: .relaxed)
    vain.store(0, ordering: .relaxed)
  }

  /// Notes a wait in vain, and reports it when the queue grows as fast as it may; called without a lock.
  func noteWaitInVain() {
    guard vain.wrappingAdd(1, ordering: .relaxed).newValue == Self.mostSteps else { return }
    ReportSink.report(
      """
      A queue of changes or actions grows, because the thread that delivers them is held up: \(Self.mostSteps) \
      times a sender has waited \(patience) ms, and nothing was delivered. An observer that waits for a lock, or \
      for a thread that sends, is the usual reason. Let observers return, and send outside of locks that they take.
      """,
      at: .thisLine()
    )
  }
}
