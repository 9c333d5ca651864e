import StrataConcurrency

/// Records the states of a context and its descendants, and restores them.
///
/// A recorded state is a list of changes from the one before. Recording costs the changes alone, and no unchanged value
/// is stored twice. The first state is the one at the beginning of the recording, and each commit makes another.
/// Removed contexts are retained with all their values, as long as a state with them is retained.
///
/// A restoration is a transaction. Contexts leave and return as themselves, and their work ends and begins with them.
/// It makes no new state. A change after a restoration makes a new state at the end. No state is lost, because the path
/// back is recorded before it. Changes that observers make because of a restoration are no state, and are reverted with
/// the next restoration.
public final class StateHistory {
  let context: Context
  let retention: HistoryRetention
  private let now: @Sendable () -> Duration
  private let start: Duration
  private let lock = Lock(rank: .leaf)
  private var contents: Contents
  private(set) var changeLog: ChangeLog?

  /// Begins to record; fails if the context is in no live tree.
  ///
  /// - Parameters:
  ///   - context: The root of the recorded subtree.
  ///   - retention: The states to retain.
  ///   - now: The time, since any fixed point.
  public init?(
    of context: Context,
    keeping retention: HistoryRetention = .unlimited,
    now: @escaping @Sendable () -> Duration
  ) {
    self.context = context
    self.retention = retention
    self.now = now
    start = now()
    contents = Contents()
    let reference = Reference()
    guard
      let changeLog = context.openChangeLog(
        keepsValues: true,
        ChangeLogRule(),
        { entry in
          reference.history?.receive(entry)
        }
      )
    else { return nil }
    self.changeLog = changeLog
    reference.history = self
  }

  deinit { changeLog?.stopRecording(context) }

  /// Leads from the change log to the history that owns it.
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

  /// Ends the recording; the retained states can still be compared, but no longer restored.
  public func stop() { changeLog?.stopRecording(context) }

  // MARK: States

  /// The retained states, the oldest first.
  public var records: [StateRecord] { withContents { $0.records } }

  /// The number of retained states.
  public var count: Int { withContents { $0.deltas.count + 1 } }

  /// The state that was recorded last or restored last.
  public var current: StateRecord {
    withContents { $0.records[$0.position] }
  }

  /// The index of the current state among the retained ones.
  public var position: Int { withContents { $0.position } }

  // MARK: Recording

  private func receive(_ entry: ChangeLogEntry) {
    let time = now() - start
    let changes = entry.pendingChanges
    let released = withContents { contents in
      let drift = contents.receive(entry, changes, time: time)
      return (drift, contents.thin(retention))
    }
    // The contexts that it retains stay, and the changes have been taken out.
    entry.forgetChanges()
    withExtendedLifetime((released, changes)) {}
  }
}

// SAFETY: `contents` is accessed only while `lock` is held. It contains values of slots, which any thread may read and
// release.
extension StateHistory: @unchecked Sendable {}
