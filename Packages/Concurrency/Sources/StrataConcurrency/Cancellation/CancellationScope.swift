import Synchronization

/// Everything that one owner has running: tasks, loops over sequences, handlers of cancellation.
///
/// An owner (a model's context, a store, the runtime of an effect) has one scope and closes it when its lifetime ends:
///
/// ```swift
/// let scope = CancellationScope()
/// scope.task { try? await clock.sleep(for: .seconds(1)) }.cancel(for: "splash")
/// scope.onCancel { print("gone") }
/// scope.cancelAll(for: "splash")
/// scope.close()  // prints "gone"
/// ```
///
/// Work that has finished or was cancelled leaves nothing behind. Registering, finishing and
/// cancelling one piece of work take constant time, whatever else is registered.
///
/// A task retains its scope, so the owner has to call ``close()`` at its end; releasing the scope is not enough.
///
/// All members may be called from any thread. Handlers and the program's hashing and equality run outside of the
/// scope's lock. The lock has the rank ``LockRank/part``, or is one that the owner shares.
public final class CancellationScope {
  // This is a reference and not the lock itself, because an owner may share its own lock.
  enum Phase: UInt8 {
    /// Work can be registered.
    case open
    /// Closed, and the handlers have not all returned yet.
    case sealing
    /// Closed, and the handlers have returned.
    case sealed
  }

  let lock: LockReference
  // One of these two is set; it retains the lock.
  private let ownLock: Lock?
  private let lender: (any AnyObject & Sendable)?
  var phase = Phase.open
  /// Whether any work here was ever cancelled.
  ///
  /// A task that begins therefore rarely has to ask the runtime whether it was cancelled.
  let hasCancelled = Atomic(false)
  /// The executor of tasks that name none of their own.
  let executor: (any TaskExecutor)?
  // The storage is made when it is first needed, so that a scope without work is small.
  private var storage: WorkStorage?

  /// Makes an empty scope.
  ///
  /// - Parameter executor: The executor of tasks that are started without one; `nil` means that of the running
  ///   simulation, else the global one.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
    let own = Lock(rank: .part)
    lock = own.reference
    ownLock = consume own
    lender = nil
  }

  /// Makes an empty scope that uses a lock of its owner.
  ///
  /// The owner can look at its own state and register work in one critical section. Members without `locked` in their
  /// name take that lock, so the caller must not hold it.
  ///
  /// - Parameters:
  ///   - executor: The executor of tasks that are started without one.
  ///   - lock: The lock.
  ///   - lender: The owner of the lock; retained.
  @_spi(Strata)
  public init(
    executor: (any TaskExecutor)?,
    guardedBy lock: LockReference,
    of lender: any AnyObject & Sendable
  ) {
    self.executor = executor
    self.lock = lock
    ownLock = nil
    self.lender = lender
  }

  deinit {
    storage?.free()
  }

  /// Whether ``close()`` was called.
  public var isSealed: Bool {
    lock.withLock { phase != .open }
  }

  /// Whether nothing is registered.
  public var isEmpty: Bool {
    lock.withLock { storage.map { $0.table.count == 0 } ?? true }
  }

  /// The storage, which is made when it is first asked for; only under the lock.
  var lockedStorage: WorkStorage {
    if let storage { return storage }
    let made = WorkStorage.make()
    storage = made
    return made
  }

  /// The storage if there is any; only under the lock.
  var lockedStorageIfAny: WorkStorage? { storage }

  /// Registers work with the keys of the contexts that are open, unless the scope is closed.
  func register(_ work: WorkTable.Work, _ label: WorkLabel) -> WorkTable.ID? {
    let keys = ContextFrame.openKeys(of: self)
    guard keys.isEmpty else {
      return register(work, label, keys: keys)
    }
    lock.lock()
    defer { lock.unlock() }
    guard phase == .open else { return nil }
    return lockedStorage.table.register(work, label)
  }

  /// Lets tasks that begin from now on ask whether they were cancelled; called before any is.
  func noteCancelling() {
    hasCancelled.store(true, ordering: .releasing)
  }

  /// Whether the running task, which is that of a piece of work, was not cancelled.
  ///
  /// A question to the runtime retains and releases the task, so it is asked only where something was cancelled. A task
  /// may begin before its starter has the handle; only the table knows that such a task is cancelled.
  func mayBegin(_ id: WorkTable.ID) -> Bool {
    guard hasCancelled.load(ordering: .acquiring) else { return true }
    return !Task.isCancelled
      && !lock.withLock { lockedStorageIfAny?.table.isCancelled(id) ?? false }
  }

  /// Calls a closure if the running task, which has been cancelled, turns out to go on working.
  ///
  /// It is not called if the body throws. With `allowsLastStep`, it is also not called if the body returns without a
  /// suspension after this call. That exception ends when virtual time has passed since this scope was closed. A
  /// simulation sees every suspension; elsewhere a suspension is seen only if the task has changed its thread.
  ///
  /// - Parameters:
  ///   - allowsLastStep: Whether a body that returns in the same step counts as one that stops.
  ///   - body: Receives the line that started the task, where that is known.
  /// - Returns: Whether the running task is one of this scope's.
  /// - Complexity: O(*n*) in the registered work.
  @_spi(Strata)
  public func callIfRunningTaskGoesOn(
    allowsLastStep: Bool,
    _ body: @escaping @Sendable (CallSite?) -> Void
  ) -> Bool {
    let now = SimulatedExecutor.current?.now
    let step = allowsLastStep ? Verdict.Step.current : nil
    lock.lock()
    let due = lockedStorageIfAny?.table.addVerdict(step, at: now, body)
    lock.unlock()
    guard let due else { return false }
    for call in due { call.body() }
    return true
  }

  /// Removes finished work from the table and notifies those that wait for it.
  ///
  /// - Parameters:
  ///   - id: The work.
  ///   - isFinished: Whether its body has thrown after it was cancelled.
  func finish(_ id: WorkTable.ID, isFinished: Bool = false) {
    lock.lock()
    if phase == .open, let storage, storage.table.removeSimply(id) { return lock.unlock() }
    let removed = storage?.table.remove(id)
    let bodies = removed == nil ? [] : lockedFinishBodies()
    lock.unlock()
    // The removed values are released here, outside the lock, because they belong to the program.
    guard let removed else { return }
    removed.verdict?.callAtReturn(isFinished: isFinished)
    for gate in removed.successors { gate.arrive() }
    for body in bodies { body() }
  }

  /// The closures that wait for the end, if it has come; only under the lock.
  func lockedFinishBodies() -> [@Sendable () -> Void] {
    guard phase == .sealed, let storage, storage.table.taskCount == 0 else { return [] }
    defer { storage.table.onFinish = [] }
    return storage.table.onFinish
  }

  /// Registers a task without name and priority that ``start(_:of:operation:)`` is going to start.
  ///
  /// Called while the owner's shared lock is held.
  ///
  /// - Parameters:
  ///   - callSite: The line that the task is reported with.
  ///   - function: The function that the line is in.
  /// - Precondition: ``maySimplyStart`` is true.
  /// - Returns: `nil` if the scope is closed.
  @_spi(Strata)
  public func lockedRegister(at callSite: CallSite, in function: StaticString) -> RegisteredTask? {
    guard phase == .open else { return nil }
    return RegisteredTask(id: lockedStorage.table.registerTask(at: callSite, in: function))
  }

  private func register(
    _ work: WorkTable.Work,
    _ label: WorkLabel,
    keys: [CancellationKey]
  ) -> WorkTable.ID? {
    lock.lock()
    guard phase == .open else {
      lock.unlock()
      return nil
    }
    let id = lockedStorage.table.register(work, label)
    lock.unlock()
    for key in keys { tag(id, with: key) }
    return id
  }
}

/// A task that is registered and about to be started.
@_spi(Strata)
public struct RegisteredTask: Sendable {
  let id: WorkTable.ID
}

// SAFETY: `phase` and `storage` are read and written only while `lock` is held.
extension CancellationScope: @unchecked Sendable {}
