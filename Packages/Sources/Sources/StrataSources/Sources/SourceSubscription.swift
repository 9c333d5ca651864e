public import StrataConcurrency
public import StrataCore
public import Synchronization

/// One subscriber of a source.
///
/// Models wait here while it is starting. Then the subscriber is still receiving the first one, or is a source without
/// a model of its own yet.
@usableFromInline
final class SourceSubscription<Model> {
  private struct Start {
    var waiting: [StoredModel<Model>] = []
    var observation: Subscription?
  }

  private enum Next {
    case notify([StoredModel<Model>])
    case stop
  }

  /// The phase; a word of one byte, to be read without a lock.
  @usableFromInline
  enum Phase: Sendable {
    /// Models wait until ``start()``.
    @inlinable static var starting: UInt8 { 0 }
    /// Models are delivered at once.
    @inlinable static var live: UInt8 { 1 }
    /// No model is delivered any more.
    @inlinable static var ended: UInt8 { 2 }
  }

  /// The identity of the subscriber, to end it by; not dereferenced.
  let subscriber: ObjectIdentifier
  /// Written under the lock of `begun`.
  @usableFromInline let phase = Atomic<UInt8>(Phase.starting)
  /// Whether the subscriber wants no more models, not even those that wait for it on an executor.
  private let isGivenUp = Atomic<Bool>(false)
  /// Models up to this one are known to the subscriber; written under the lock while it is starting, then by the thread
  /// that delivers.
  @usableFromInline let version = Atomic<UInt64>(0)
  private let begun: Locked<Start>
  /// Notifies the subscriber; `false` when it is gone.
  @usableFromInline let notify: (Model) -> Bool
  /// Whether the subscriber is still there.
  private let isAlive: () -> Bool

  @usableFromInline
  init(
    _ subscriber: ObjectIdentifier,
    isAlive: @escaping () -> Bool,
    notify: @escaping (Model) -> Bool
  ) {
    self.subscriber = subscriber
    self.isAlive = isAlive
    self.notify = notify
    begun = Locked(Start(), rank: .leaf)
  }

  /// Whether the subscriber can still be notified.
  var isUseful: Bool { isAlive() && phase.load(ordering: .relaxed) != Phase.ended }

  /// Begins to receive the models that the source publishes after a version.
  @usableFromInline
  func begin(after first: UInt64, _ observation: Subscription) {
    let box = UncheckedTransfer(observation)
    let isEnded = begun.withLock { start in
      // The first model already contains everything that was published between the beginning of the observation and the
      // look at the model.
      start.waiting.removeAll { $0.version <= first }
      version.store(max(version.load(ordering: .relaxed), first), ordering: .relaxed)
      let isEnded = phase.load(ordering: .relaxed) == Phase.ended
      if !isEnded { start.observation = box.value }
      return isEnded
    }
    if isEnded { observation.cancel() }
  }

  /// Delivers the first model; later models wait for ``start()``.
  @usableFromInline
  func deliverFirst(_ model: Model) {
    if !notify(model) { end() }
  }

  /// Delivers the models that have come until now, and from now on each that comes.
  ///
  /// Other threads do not occupy this one permanently: after a number of models the thread that delivers goes on.
  ///
  /// - Parameter limit: After how many models that is.
  /// - Returns: Whether the thread that delivers has to call this again.
  @usableFromInline
  func start(limit: Int) -> Bool {
    var notified = 0
    while true {
      if notified > limit { return phase.load(ordering: .relaxed) == Phase.starting }
      let next = begun.withLock { start -> UncheckedTransfer<Next> in
        guard phase.load(ordering: .relaxed) == Phase.starting, !start.waiting.isEmpty else {
          if phase.load(ordering: .relaxed) == Phase.starting {
            phase.store(Phase.live, ordering: .releasing)
          }
          return UncheckedTransfer(.stop)
        }
        defer { start.waiting = [] }
        return UncheckedTransfer(.notify(start.waiting))
      }
      guard case .notify(let storedModels) = next.value else { return false }
      for stored in storedModels {
        // A model before it ended the subscription.
        if phase.load(ordering: .relaxed) == Phase.ended { return false }
        if !notify(stored.model()) {
          end()
          return false
        }
      }
      notified += storedModels.count
    }
  }

  // SAFETY: the memory is valid until this returns. It belongs to the thread that delivers, which shows it to one
  // subscriber after the other. An optional has its value at its beginning, and the slot's storage its optional.
  /// Takes a model that the source publishes; called for one model at a time.
  ///
  /// - Parameters:
  ///   - stored: The model and its version.
  ///   - notify: Notifies the subscriber; `false` when it is gone.
  @inlinable
  @inline(__always)
  func receive(_ stored: UnsafePointer<StoredModel<Model>>, _ notify: (Model) -> Bool) {
    guard phase.load(ordering: .acquiring) == Phase.live else {
      return unsafe receiveEarly(stored.pointee)
    }
    let next = unsafe stored.pointee.version
    guard next > version.load(ordering: .relaxed) else { return }
    version.store(next, ordering: .relaxed)
    // Taken out for the call and put back: a copy would count all that the model refers to.
    let memory = unsafe UnsafeMutableRawPointer(mutating: stored).assumingMemoryBound(
      to: Model.self
    )
    let model = unsafe memory.move()
    let isThere = notify(model)
    unsafe memory.initialize(to: consume model)
    if !isThere { end() }
  }

  /// Takes a model that the source publishes before the subscriber is ready.
  @usableFromInline
  func receiveEarly(_ stored: StoredModel<Model>) {
    let box = UncheckedTransfer(stored)
    let isDue = begun.withLock { start -> Bool in
      guard box.value.version > version.load(ordering: .relaxed) else { return false }
      version.store(box.value.version, ordering: .relaxed)
      let phase = phase.load(ordering: .relaxed)
      if phase == Phase.starting { start.waiting.append(box.value) }
      return phase == Phase.live
    }
    if isDue, !notify(stored.model()) { end() }
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

// SAFETY: mutable state is atomic or behind a lock. One thread at a time calls the closures: the subscribing thread,
// then the thread that delivers the source's changes. A source whose model is not Sendable is not Sendable either, so
// both are the thread that has the source.
extension SourceSubscription: @unchecked Sendable {}
