import StrataConcurrency

/// One property of one context that was read.
public struct SlotRead: Sendable, Hashable {
  /// The context of the property.
  public let context: Context
  /// The property, by its index in the context's layout.
  public let slot: Int

  /// Whether it is the value of a computation, which no program writes.
  public var isDerived: Bool { context.layout.isComputed }

  /// Names a property of a context.
  public init(context: Context, slot: Int) {
    self.context = context
    self.slot = slot
  }

  /// Whether two name the same property of the same context.
  public static func == (a: SlotRead, b: SlotRead) -> Bool {
    a.context === b.context && a.slot == b.slot
  }

  /// Feeds the components that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(context))
    hasher.combine(slot)
  }
}

/// Lists the properties that a closure reads on its thread, each once, in order.
///
/// Unlike a ``Tracker`` it observes nothing afterwards, and it also lists reads of contexts that are in no tree. A
/// tracker outside does not see these reads. The reads that a tracker inside records are not listed.
///
/// ```swift
/// let recording = ReadRecording()
/// let sum = recording.record { a.read(x) + b.read(y) }
/// recording.reads  // x of a, y of b
/// ```
public final class ReadRecording: Sendable {
  private let log = ReadLog()

  /// Makes a recording that lists nothing yet.
  public init() {}

  /// The reads until now; available inside the closure.
  public var reads: [SlotRead] { log.reads }

  /// Runs a closure and lists its reads.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
  public func record<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let observer = TrackingObserver(
      site: ObserverSite(kind: "recording of reads", callSite: .thisLine()),
      log: log,
      onChange: {}
    )
    observer.beginRun()
    return try TrackingScope.run(observer, body)
  }
}

/// The reads, in order.
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
