public import StrataConcurrency
public import Synchronization

extension Derived {
  /// Calls a closure with the outcome of the computation, when it differs after a change.
  ///
  /// The value is computed now, and from then on once for each commit that has changed a source. The closure is called
  /// as observers of slots are: after the outermost transaction, outside all locks, in the order of registration.
  /// Several queued commits make one call with the last value. The observation retains the derived value, and both end
  /// with the owner.
  ///
  /// - Parameters:
  ///   - callSite: The call site of the observer, for reports.
  ///   - body: Called with each outcome that differs from the last one it received.
  /// - Returns: The observation, which ends when it is cancelled or released.
  @inlinable
  public func observeResult(
    at callSite: CallSite,
    _ body: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Subscription {
    let observer = ValueObserver<Value, Failure>(callSite: callSite) { observer, cause, held in
      // SAFETY: only this observer calls the closure, with itself.
      self.notify(unsafe unsafeDowncast(observer, to: ValueObserver.self), cause, held, body)
    }
    withoutTracking { _ = outcome }
    return observer.subscription(to: register(observer))
  }

  // Inlined, so that it is specialised for the value's type.
  /// Calls a closure with the committed value, unless the observer last received an equal one.
  ///
  /// - Parameters:
  ///   - observer: The observer of the closure.
  ///   - cause: The cause of the call.
  ///   - held: The lock of the value, if the caller has it; it is released.
  ///   - body: The closure.
  @inlinable
  func notify(
    _ observer: ValueObserver<Value, Failure>,
    _ cause: Cause?,
    _ held: LockReference?,
    _ body: @Sendable (Result<Value, Failure>) -> Void
  ) {
    let lock = ownerLock(insteadOf: held)
    guard let node = nodeReference else { return lock.unlock() }
    // SAFETY: the node lives as long as the handle.
    let delivery: ValueObserver<Value, Failure>.Delivery? = unsafe node._withUnsafeGuaranteedRef {
      // A node of a former incarnation may belong to another tree.
      $0.lock == lock ? $0.beginDelivery(to: observer) : nil
    }
    lock.unlock()
    guard let delivery else { return }
    // The user's equality.
    if !delivery.isKnownToDiffer, let former = delivery.former,
      withoutTracking({ computation.isSame(former, delivery.content) })
    {
      return
    }
    observer.call(after: cause) { body(delivery.content) }
  }

  /// The owner's lock, which is taken unless the caller has it.
  @inlinable
  @inline(__always)
  func ownerLock(insteadOf held: LockReference?) -> LockReference {
    guard let held else { return owner.lock() }
    if owner.guardLock.load(ordering: .relaxed) == held.bitPattern { return held }
    held.unlock()
    return owner.lock()
  }

  /// Begins to observe the value, and queues a notification if it is dirty by now.
  @usableFromInline
  func register(_ observer: ValueObserver<Value, Failure>) -> ObserverRegistration? {
    let lock = owner.lock()
    guard owner.phase.isLive, let node = knownNode, !node.isEnded else {
      lock.unlock()
      return nil
    }
    let id = node.context.addObserver(observer, slot: 0, derived: observer)
    observer.version = node.committedVersion
    observer.last = node.committedContent
    let isNotified = node.isStale && node.before == nil
    if isNotified { node.tree.enqueueChange(of: node) }
    lock.unlock()
    if isNotified { node.tree.deliver() }
    return ObserverRegistration(context: node.context, slot: 0, id: id)
  }
}

extension Derived where Failure == Never {
  /// The value, computed if necessary by a closure of the reader; an open scope of Swift's own observation sees the
  /// read as well.
  @inlinable
  package func observedValue(
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Value
  ) -> Value {
    let value = outcome(isKept: isKept, computedBy: { .success(body()) }).get()
    guard ObservationBridge.isAnyScopeOpen, let context = valueContext else { return value }
    context.registerAccess(0)
    // A change before the observation began is seen by the second read.
    return outcome(isKept: isKept, computedBy: { .success(body()) }).get()
  }

  /// Calls a closure when the value differs after a change.
  ///
  /// As ``observeResult(at:_:)``, for computations that do not throw.
  ///
  /// - Returns: The observation, which ends when it is cancelled or released.
  @inlinable
  public func observe(
    at callSite: CallSite,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    observeResult(at: callSite) { outcome in body(outcome.get()) }
  }
}

/// An observer's position in the list of a slot.
@usableFromInline
struct ObserverRegistration: Sendable {
  let context: Context
  let slot: Int
  let id: UInt64
}

extension ReadingObserver {
  /// The subscription of a caller that has registered this observer; `nil` where there was nothing to observe.
  @usableFromInline
  final func subscription(to registration: ObserverRegistration?) -> Subscription {
    Subscription { [self] in
      isCancelled.store(true, ordering: .relaxed)
      guard let registration else { return }
      registration.context.removeObserver(registration.id, slot: registration.slot)
    }
  }
}

/// An observer with the last value that it received.
// SAFETY: `last` is accessed only while the lock of the derived value's owner is held.
@usableFromInline
final class ValueObserver<Value: Sendable, Failure: Error>: ReadingObserver, @unchecked Sendable {
  /// A committed value for the observer.
  @usableFromInline
  struct Delivery {
    @usableFromInline let content: Result<Value, Failure>
    // Also without a comparison, because it may be the last reference, to be released without the lock.
    /// The last value that the observer received.
    @usableFromInline let former: Result<Value, Failure>?
    @usableFromInline let isKnownToDiffer: Bool

    @inlinable
    init(
      content: Result<Value, Failure>,
      former: Result<Value, Failure>?,
      isKnownToDiffer: Bool
    ) {
      self.content = content
      self.former = former
      self.isKnownToDiffer = isKnownToDiffer
    }
  }

  /// The last value that was delivered.
  @safe @exclusivity(unchecked) @usableFromInline var last: Result<Value, Failure>?

  override func takeLast() -> Any? { last.take() }

  override var site: ObserverSite {
    ObserverSite(kind: "observer of a derived value", callSite: callSite)
  }
}

@available(*, unavailable)
extension ValueObserver.Delivery: Sendable {}
