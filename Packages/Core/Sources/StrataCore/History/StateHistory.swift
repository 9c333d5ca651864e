import StrataConcurrency

/// Records the states of a context and all below it, and brings them back.
///
/// A recorded state is a list of changes from the one before: recording costs what changes, and nothing
/// that is the same is kept twice. The first state is the one in which the recording begins; each commit
/// makes another. Contexts that were removed are held, with all that they hold, as long as a state that has
/// them is kept.
///
/// To restore a state is a transaction: contexts leave and come back as themselves, and their work ends and
/// begins with them. Restoring makes no new state. What is changed after a state was restored makes a new
/// one behind all others, none of which is lost: the way back is recorded in front of it. What observers change
/// because a state was restored makes none: it goes when another state is restored.
public final class StateHistory {
  let context: Context
  let thinning: HistoryThinning
  private let now: @Sendable () -> Duration
  private let start: Duration
  private let lock = Lock(rank: .leaf)
  private var contents: Contents
  private(set) var journal: Journal?

  /// Begins to record; fails if the context is in no live tree.
  ///
  /// - Parameters:
  ///   - context: The root of what is recorded.
  ///   - thinning: Which states are kept.
  ///   - now: The time, from any point that does not change.
  public init?(
    of context: Context,
    keeping thinning: HistoryThinning = .unlimited,
    now: @escaping @Sendable () -> Duration
  ) {
    self.context = context
    self.thinning = thinning
    self.now = now
    start = now()
    contents = Contents()
    let reference = Reference()
    guard
      let journal = context.openJournal(
        keepsValues: true,
        JournalRule(),
        { entry in
          reference.history?.receive(entry)
        }
      )
    else { return nil }
    self.journal = journal
    reference.history = self
  }

  deinit { journal?.uncover(context) }

  /// Leads the journal to the history that owns it.
  private final class Reference: Sendable {
    private struct State: Sendable {
      weak var history: StateHistory?
    }

    private let state = Locked(State(), rank: .leaf)

    var history: StateHistory? {
      get { state.withLock { $0.history } }
      set { state.withLock { $0.history = newValue } }
    }
  }

  func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&contents)
  }

  /// Ends the recording: the states that are kept can be compared, and not be restored any more.
  public func stop() { journal?.uncover(context) }

  // MARK: States

  /// The states that are kept, the oldest first.
  public var records: [StateRecord] { withContents { $0.records } }

  /// How many states are kept.
  public var count: Int { withContents { $0.deltas.count + 1 } }

  /// The state that was recorded last or restored last.
  public var current: StateRecord {
    withContents { $0.records[$0.position] }
  }

  /// The place of the current state among those that are kept.
  public var position: Int { withContents { $0.position } }

  // MARK: Recording

  private func receive(_ entry: JournalEntry) {
    let time = now() - start
    let changes = entry.pendingChanges
    let released = withContents { contents in
      let drift = contents.receive(entry, changes, time: time)
      return (drift, contents.thin(thinning))
    }
    // What it keeps stays; the changes have been taken out of it.
    entry.forgetChanges()
    withExtendedLifetime((released, changes)) {}
  }
}

// SAFETY: `contents` is touched only while `lock` is held. What it holds are values of slots, which any
// thread may read and release.
extension StateHistory: @unchecked Sendable {}
