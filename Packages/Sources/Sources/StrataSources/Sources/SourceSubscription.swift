import StrataConcurrency
public import StrataCore
public import Synchronization

/// One subscriber of a source.
///
/// While it is starting, models wait here: the subscriber is still being told the first one, or is
/// a source that has not got its own yet.
@usableFromInline
final class SourceSubscription<Model> {
  private struct Start {
    var waiting: [SourceCell<Model>] = []
    var observation: SlotObservation?
  }

  private enum Next {
    case tell([SourceCell<Model>])
    case stop
  }

  /// How far it is; a word of one byte, to be read without a lock.
  @usableFromInline
  enum Phase: Sendable {
    /// Models wait until ``start()``.
    @inlinable static var starting: UInt8 { 0 }
    /// Models are told at once.
    @inlinable static var live: UInt8 { 1 }
    /// Nothing is told any more.
    @inlinable static var ended: UInt8 { 2 }
  }

  /// Whom it is for, to end it by; not followed.
  let subscriber: ObjectIdentifier
  /// Written under the lock of `begun`.
  @usableFromInline let phase = Atomic<UInt8>(Phase.starting)
  /// Whether the subscriber wants to be told no more, not even what waits for it on an executor.
  private let isGivenUp = Atomic<Bool>(false)
  /// Models up to this one are known to the subscriber; written under the lock while it is starting,
  /// then by whoever delivers.
  @usableFromInline let version = Atomic<UInt64>(0)
  private let begun: Locked<Start>
  /// Tells the subscriber; `false` when it is gone.
  @usableFromInline let tell: (Model) -> Bool
  /// Whether the subscriber is still there.
  private let isAlive: () -> Bool

  @usableFromInline
  init(
    _ subscriber: ObjectIdentifier,
    isAlive: @escaping () -> Bool,
    tell: @escaping (Model) -> Bool
  ) {
    self.subscriber = subscriber
    self.isAlive = isAlive
    self.tell = tell
    begun = Locked(Start(), rank: .leaf)
  }

  /// Whether anybody will be told anything again.
  var isUseful: Bool { isAlive() && phase.load(ordering: .relaxed) != Phase.ended }

  /// Begins to receive what the source publishes after a version.
  @usableFromInline
  func begin(after first: UInt64, _ observation: SlotObservation) {
    let box = UncheckedTransfer(observation)
    let isEnded = begun.withLock { start in
      // What has been published between the beginning of the observation and the look at the model
      // is in the first model already.
      start.waiting.removeAll { $0.version <= first }
      version.store(max(version.load(ordering: .relaxed), first), ordering: .relaxed)
      let isEnded = phase.load(ordering: .relaxed) == Phase.ended
      if !isEnded { start.observation = box.value }
      return isEnded
    }
    if isEnded { observation.cancel() }
  }

  /// Tells the first model; what comes meanwhile waits for ``start()``.
  @usableFromInline
  func tellFirst(_ model: Model) {
    if !tell(model) { end() }
  }

  /// Tells what has come until now, and from now on what comes.
  ///
  /// Other threads do not keep this one for good: after a number of models the thread that delivers goes on.
  ///
  /// - Parameter limit: After how many models that is.
  /// - Returns: Whether the thread that delivers has to call this again.
  @usableFromInline
  func start(limit: Int) -> Bool {
    var told = 0
    while true {
      if told > limit { return phase.load(ordering: .relaxed) == Phase.starting }
      let next = begun.withLock { start -> UncheckedTransfer<Next> in
        guard phase.load(ordering: .relaxed) == Phase.starting, !start.waiting.isEmpty else {
          if phase.load(ordering: .relaxed) == Phase.starting {
            phase.store(Phase.live, ordering: .releasing)
          }
          return UncheckedTransfer(.stop)
        }
        defer { start.waiting = [] }
        return UncheckedTransfer(.tell(start.waiting))
      }
      guard case .tell(let cells) = next.value else { return false }
      for cell in cells {
        // Ended by what it was told before.
        if phase.load(ordering: .relaxed) == Phase.ended { return false }
        if !tell(cell.model()) {
          end()
          return false
        }
      }
      told += cells.count
    }
  }

  // SAFETY: the cell is there until this returns, and belongs to whoever delivers, who shows it to one
  // subscriber after the other; an optional keeps its value at its beginning, and a cell its optional.
  /// Takes what the source publishes; called for one model at a time.
  ///
  /// - Parameters:
  ///   - cell: The model and its version.
  ///   - tell: Tells the subscriber; `false` when it is gone.
  @inlinable
  @inline(__always)
  func receive(_ cell: UnsafePointer<SourceCell<Model>>, _ tell: (Model) -> Bool) {
    guard phase.load(ordering: .acquiring) == Phase.live else {
      return unsafe receiveEarly(cell.pointee)
    }
    let next = unsafe cell.pointee.version
    guard next > version.load(ordering: .relaxed) else { return }
    version.store(next, ordering: .relaxed)
    // Taken out for the call and put back: a copy would count all that the model refers to.
    let memory = unsafe UnsafeMutableRawPointer(mutating: cell).assumingMemoryBound(to: Model.self)
    let model = unsafe memory.move()
    let isThere = tell(model)
    unsafe memory.initialize(to: consume model)
    if !isThere { end() }
  }

  /// Takes what the source publishes before the subscriber is ready.
  @usableFromInline
  func receiveEarly(_ cell: SourceCell<Model>) {
    let box = UncheckedTransfer(cell)
    let isDue = begun.withLock { start -> Bool in
      guard box.value.version > version.load(ordering: .relaxed) else { return false }
      version.store(box.value.version, ordering: .relaxed)
      let phase = phase.load(ordering: .relaxed)
      if phase == Phase.starting { start.waiting.append(box.value) }
      return phase == Phase.live
    }
    if isDue, !tell(cell.model()) { end() }
  }

  /// Whether the subscriber has unsubscribed.
  var isUnsubscribed: Bool { isGivenUp.load(ordering: .acquiring) }

  /// Ends the subscription because the subscriber wants it.
  func unsubscribe() {
    isGivenUp.store(true, ordering: .releasing)
    end()
  }

  /// Ends the subscription.
  @usableFromInline
  func end() {
    let former = begun.withLock { start -> UncheckedTransfer<Start> in
      phase.store(Phase.ended, ordering: .relaxed)
      defer { start = Start() }
      return UncheckedTransfer(start)
    }
    former.value.observation?.cancel()
  }
}

// SAFETY: what changes is atomic or behind a lock. The closures are called by one thread at a time:
// whoever subscribes, then whoever delivers the source's changes. A source whose model is not Sendable
// is not either, so that both are the thread that has the source.
extension SourceSubscription: @unchecked Sendable {}
