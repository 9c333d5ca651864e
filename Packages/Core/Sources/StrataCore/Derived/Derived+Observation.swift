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
    let observer = DerivedObserver(callSite: callSite) { observer, cause in
      self.tell(observer, cause, body)
    }
    withUntrackedReads { _ = outcome }
    return DerivedObservation(registration: register(observer), observer: observer)
  }

  // Inlined, so that it is specialised for the value's type.
  /// Calls a closure with the value unless the observer knows it.
  @inlinable
  func tell(
    _ observer: DerivedObserver,
    _ cause: Cause?,
    _ body: @Sendable (Result<Value, Failure>) -> Void
  ) {
    let lock = owner.lock()
    guard let cell = cellReference else { return lock.unlock() }
    // SAFETY: the cell stays as long as the handle.
    let content: Result<Value, Failure>? = unsafe cell._withUnsafeGuaranteedRef { cell in
      let version = cell.version
      // One of a former life may be of another tree.
      guard cell.lock == lock, version != 0, version != observer.version else { return nil }
      observer.version = version
      return unsafe cell.content.pointee
    }
    lock.unlock()
    guard let content else { return }
    observer.call(after: cause) { body(content) }
  }

  /// Starts to watch the value; one that is stale by now is told of.
  @usableFromInline
  func register(_ observer: DerivedObserver) -> WatcherRegistration? {
    let lock = owner.lock()
    guard owner.phase.isLive, let cell = keptCell, !cell.isEnded else {
      lock.unlock()
      return nil
    }
    let id = cell.context.addWatcher(observer, slot: 0)
    observer.version = cell.version
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

/// Calls a closure with each value that it has not been told yet.
// SAFETY: `version` is touched only while the lock of the owner of the derived value is held; all else is
// constant or atomic.
@usableFromInline
final class DerivedObserver: Watcher, @unchecked Sendable {
  /// Checked at each call: the list that is being delivered may be older than the cancellation.
  let isCancelled = Atomic<Bool>(false)
  /// The version of the value that was told last.
  @safe @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0
  private let callSite: CallSite
  private let look: @Sendable (DerivedObserver, Cause?) -> Void

  /// Makes an observer that looks at the value when there may be another one.
  @usableFromInline
  init(callSite: CallSite, look: @escaping @Sendable (DerivedObserver, Cause?) -> Void) {
    self.callSite = callSite
    self.look = look
  }

  @usableFromInline var origin: WatcherOrigin {
    WatcherOrigin(kind: "observer of a derived value", callSite: callSite)
  }

  @usableFromInline
  func receive(_ change: borrowing Change) { tell(change.cause) }

  /// Takes note that the value may be another one.
  func tell(_ cause: Cause?) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    look(self, cause)
  }

  /// Calls a closure as what a change has led to.
  @usableFromInline
  func call(after cause: Cause?, _ body: () -> Void) {
    guard Cause.isRecorded else { return body() }
    Cause.with(Cause(.observer, at: callSite, after: cause), body)
  }
}
