public import StrataConcurrency

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
  public func observeOutcome(
    at callSite: CallSite,
    _ body: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> DerivedObservation {
    let observer = DerivedObserver(self, callSite: callSite, body: body)
    withUntrackedReads { _ = outcome }
    return DerivedObservation(registration: register(observer)) { observer.cancel() }
  }

  /// Starts to watch the value; one that is stale by now is told of.
  private func register(_ observer: DerivedObserver<Value, Failure>) -> WatcherRegistration? {
    let lock = owner.lock()
    guard owner.phase.isLive, let cell = keptCell, !cell.isEnded else {
      lock.unlock()
      return nil
    }
    let id = cell.context.addWatcher(observer, slot: 0)
    observer.noteVersion(cell.version)
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
  private let silence: @Sendable () -> Void

  init(registration: WatcherRegistration?, silence: @escaping @Sendable () -> Void) {
    self.registration = registration
    self.silence = silence
  }

  deinit { cancel() }

  /// Ends the observation: no call starts after this returns, except by a delivery that another
  /// thread has begun.
  public func cancel() {
    silence()
    guard let registration else { return }
    registration.context.removeWatcher(registration.id, slot: registration.slot)
  }
}

/// A watcher's place in the list of a slot.
struct WatcherRegistration: Sendable {
  let context: Context
  let slot: Int
  let id: UInt64
}

/// Calls a closure with each value that it has not been told yet.
final class DerivedObserver<Value: Sendable, Failure: Error>: Watcher {
  private struct State: Sendable {
    var version: UInt64 = 0
    var derived: Derived<Value, Failure>?
  }

  private let state: Locked<State>
  private let callSite: CallSite
  private let body: @Sendable (Result<Value, Failure>) -> Void

  init(
    _ derived: Derived<Value, Failure>,
    callSite: CallSite,
    body: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    state = Locked(State(derived: derived), rank: .leaf)
    self.callSite = callSite
    self.body = body
  }

  var origin: WatcherOrigin {
    WatcherOrigin(kind: "observer of a derived value", callSite: callSite)
  }

  func noteVersion(_ version: UInt64) { state.withLock { $0.version = version } }

  func cancel() {
    let derived = state.withLock { state in
      defer { state.derived = nil }
      return state.derived
    }
    withExtendedLifetime(derived) {}
  }

  func receive(_ change: borrowing Change) {
    guard let derived = state.withLock({ $0.derived }),
      let (content, version) = derived.snapshot()
    else { return }
    let isNew = state.withLock { state in
      defer { state.version = version }
      return state.version != version && state.derived != nil
    }
    guard isNew else { return }
    guard Cause.isRecorded else { return body(content) }
    Cause.with(Cause(.observer, at: callSite, after: change.cause)) { body(content) }
  }
}
