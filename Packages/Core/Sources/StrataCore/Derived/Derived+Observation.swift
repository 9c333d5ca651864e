public import StrataConcurrency
import Synchronization

extension Derived {
  /// Calls a closure when the value differs after a change, with what the computation returned or threw.
  ///
  /// The value is computed now, and from then on once for each commit that has changed a source. The
  /// closure is called as the observers of slots are: after the outermost transaction, outside all
  /// locks, in the order in which they were made; if several commits were waiting, once with the last
  /// value. The observation keeps the derived value; both end with the owner.
  ///
  /// - Parameters:
  ///   - callSite: Where to say that the observer was made.
  ///   - body: Called with each outcome that differs from the one before.
  /// - Returns: Ends the observation when it is cancelled or released.
  @inlinable
  public func observeOutcome(
    at callSite: CallSite,
    _ body: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> DerivedObservation {
    let observer = ValueObserver<Value, Failure>(callSite: callSite) { observer, cause in
      // SAFETY: only this observer calls the closure, with itself.
      self.notify(unsafe unsafeDowncast(observer, to: ValueObserver.self), cause, body)
    }
    withUntrackedReads { _ = outcome }
    return DerivedObservation(registration: register(observer), observer: observer)
  }

  // Inlined, so that it is specialised for the value's type.
  /// Calls a closure with the committed value, unless the observer was given an equal one last.
  @inlinable
  func notify(
    _ observer: ValueObserver<Value, Failure>,
    _ cause: Cause?,
    _ body: @Sendable (Result<Value, Failure>) -> Void
  ) {
    let lock = owner.lock()
    guard let cell = cellReference else { return lock.unlock() }
    // SAFETY: the cell stays as long as the handle.
    let delivery: ValueObserver<Value, Failure>.Delivery? = unsafe cell._withUnsafeGuaranteedRef {
      // One of a former life may be of another tree.
      $0.lock == lock ? $0.beginDelivery(to: observer) : nil
    }
    lock.unlock()
    guard let delivery else { return }
    // The user's equality.
    if let former = delivery.former,
      withUntrackedReads({ computation.isSame(former, delivery.content) })
    {
      return
    }
    observer.call(after: cause) { body(delivery.content) }
  }

  /// Starts to watch the value; one that is stale by now is told of.
  @usableFromInline
  func register(_ observer: ValueObserver<Value, Failure>) -> WatcherRegistration? {
    let lock = owner.lock()
    guard owner.phase.isLive, let cell = keptCell, !cell.isEnded else {
      lock.unlock()
      return nil
    }
    let id = cell.context.addWatcher(observer, slot: 0)
    observer.version = cell.committedVersion
    observer.last = cell.committedContent
    let isTold = cell.isStale && cell.before == nil
    if isTold { cell.tree.enqueueChange(of: cell) }
    lock.unlock()
    if isTold { cell.tree.deliver() }
    return WatcherRegistration(context: cell.context, slot: 0, id: id)
  }
}

extension Derived where Failure == Never {
  /// The value, computed if necessary by a closure that the reader brings; an open scope of Swift's own
  /// observation sees the read as well.
  @usableFromInline
  package func observedValue(
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Value
  ) -> Value {
    let value = outcome(isKept: isKept, computedBy: { .success(body()) }).get()
    guard ObservationBridge.isAnyScopeOpen, let context = valueContext else { return value }
    context.registerAccess(0)
    // What has changed before it was watched is looked at again.
    return outcome(isKept: isKept, computedBy: { .success(body()) }).get()
  }

  /// Calls a closure when the value differs after a change.
  ///
  /// As ``observeOutcome(at:_:)``, for computations that do not throw.
  ///
  /// - Returns: Ends the observation when it is cancelled or released.
  @inlinable
  public func observe(
    at callSite: CallSite,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> DerivedObservation {
    observeOutcome(at: callSite) { outcome in body(outcome.get()) }
  }
}

/// A running observation of a derived value; ends when it is cancelled or released.
public final class DerivedObservation: Cancellable {
  private let registration: WatcherRegistration?
  private let observer: Locked<DerivedObserver?>

  @usableFromInline
  init(registration: WatcherRegistration?, observer: DerivedObserver) {
    self.registration = registration
    self.observer = Locked(observer, rank: .leaf)
  }

  deinit { cancel() }

  /// Ends the observation: no call starts after this returns, except by a delivery that another
  /// thread has begun.
  public func cancel() {
    let observer = observer.withLock { $0.take() }
    guard let observer else { return }
    observer.isCancelled.store(true, ordering: .relaxed)
    guard let registration else { return }
    registration.context.removeWatcher(registration.id, slot: registration.slot)
  }
}

/// A watcher's place in the list of a slot.
@usableFromInline
struct WatcherRegistration: Sendable {
  let context: Context
  let slot: Int
  let id: UInt64
}

/// An observer with the value that it was given last.
// SAFETY: `last` is touched only while the lock of the owner of the derived value is held.
@usableFromInline
final class ValueObserver<Value: Sendable, Failure: Error>: DerivedObserver, @unchecked Sendable {
  /// A committed value that the observer is to be given.
  @usableFromInline
  struct Delivery {
    @usableFromInline let content: Result<Value, Failure>
    /// What the observer was given last, unless the value is known to differ from that.
    @usableFromInline let former: Result<Value, Failure>?

    @inlinable
    init(content: Result<Value, Failure>, former: Result<Value, Failure>?) {
      self.content = content
      self.former = former
    }
  }

  /// The value that was given last.
  @safe @exclusivity(unchecked) @usableFromInline var last: Result<Value, Failure>?

  override func takeLast() -> Any? { last.take() }
}

@available(*, unavailable)
extension ValueObserver.Delivery: Sendable {}

/// Calls a closure with each value that it has not been given yet.
// SAFETY: `version` is touched only while the lock of the owner of the derived value is held; all else is
// constant or atomic.
@usableFromInline
class DerivedObserver: Watcher, @unchecked Sendable {
  /// Checked at each call: the list that is being delivered may be older than the cancellation.
  final let isCancelled = Atomic<Bool>(false)
  /// The version of the value that was given last.
  @safe @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 0
  private let callSite: CallSite
  private let look: @Sendable (DerivedObserver, Cause?) -> Void

  /// Makes an observer that looks at the value when there may be another one.
  @usableFromInline
  init(callSite: CallSite, look: @escaping @Sendable (DerivedObserver, Cause?) -> Void) {
    self.callSite = callSite
    self.look = look
  }

  /// Takes out the value that was given last; called with the lock held.
  func takeLast() -> Any? { nil }

  @usableFromInline final var origin: WatcherOrigin {
    WatcherOrigin(kind: "observer of a derived value", callSite: callSite)
  }

  @usableFromInline
  final func receive(_ change: borrowing Change) { tell(change.cause) }

  /// Takes note that the value may be another one.
  final func tell(_ cause: Cause?) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    look(self, cause)
  }

  /// Calls a closure as what a change has led to.
  @usableFromInline
  final func call(after cause: Cause?, _ body: () -> Void) {
    guard Cause.isRecorded else { return body() }
    Cause.with(Cause(.observer, at: callSite, after: cause), body)
  }
}
