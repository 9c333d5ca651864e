import StrataConcurrency

/// One property of one context that was read.
public struct SlotRead: Sendable, Hashable {
  /// Whose property it is.
  public let context: Context
  /// The property, by its place in the context's layout.
  public let slot: Int

  /// Names a property of a context.
  public init(context: Context, slot: Int) {
    self.context = context
    self.slot = slot
  }

  /// Whether two name the same property of the same context.
  public static func == (a: SlotRead, b: SlotRead) -> Bool {
    a.context === b.context && a.slot == b.slot
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(context))
    hasher.combine(slot)
  }
}

/// Runs a closure and lists what it reads on this thread, each property once, in order.
///
/// Unlike a ``Tracker`` it watches nothing afterwards, and it lists reads of contexts that are in no
/// tree too. A tracker outside does not learn of these reads; what a tracker inside records is not
/// listed.
///
/// - Returns: What `body` returns, and what it read.
/// - Throws: What `body` throws.
public func withReadRecording<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> (result: Result, reads: [SlotRead]) {
  let log = ReadLog()
  let watcher = TrackingWatcher(
    origin: WatcherOrigin(kind: "recording of reads", callSite: .thisLine()),
    log: log,
    onChange: {}
  )
  watcher.beginRun()
  let result = try TrackingScope.run(watcher, body)
  return (result, log.reads)
}

/// What was read, in order.
final class ReadLog: Sendable {
  private struct State {
    var reads: [SlotRead] = []
    var known: Set<SlotRead> = []
  }

  private let state = Locked(State(), rank: .leaf)

  var reads: [SlotRead] { state.withLock { $0.reads } }

  /// Adds a read; called with the context's lock held.
  func add(_ read: SlotRead) {
    state.withLock { state in
      if state.known.insert(read).inserted { state.reads.append(read) }
    }
  }
}
