import Synchronization

/// Everything that one owner has running: tasks, loops over sequences, handlers of cancellation.
///
/// An owner (a model's context, a store, the runtime of an effect) has one scope and seals it when
/// its life ends:
///
/// ```swift
/// let scope = CancellationScope()
/// scope.task { try? await clock.sleep(for: .seconds(1)) }.cancel(for: "splash")
/// scope.onCancel { print("gone") }
/// scope.cancelAll(for: "splash")
/// scope.seal()  // prints "gone"
/// ```
///
/// Work that has finished or was cancelled leaves nothing behind. Registering, finishing and
/// cancelling one piece of work take constant time, whatever else is registered.
///
/// A task keeps its scope alive, so the owner has to call ``seal()`` at its end; releasing the scope
/// is not enough.
///
/// All members may be called from any thread. Handlers and the program's hashing and equality run
/// outside of the scope's lock, which has the rank ``LockRank/part``, or is one that the owner lends.
public final class CancellationScope {
  // Not the lock itself: who has a lock of its own may lend it.
  enum Phase: UInt8 {
    /// Work can be registered.
    case open
    /// Sealed, and the handlers have not all returned yet.
    case sealing
    /// Sealed, and the handlers have returned.
    case sealed
  }

  let lock: LockReference
  // One of the two, which keeps the lock.
  private let ownLock: Lock?
  private let lender: (any AnyObject & Sendable)?
  var phase = Phase.open
  /// Whether anything here was ever told to stop; so that a task which begins rarely has to ask the
  /// runtime whether it was cancelled.
  let hasCancelled = Atomic(false)
  /// Where tasks run that name no executor of their own.
  let executor: (any TaskExecutor)?
  // Made when it is first needed, so that a scope in which nothing was ever registered is small.
  private var storage: WorkStorage?

  /// Makes an empty scope.
  ///
  /// - Parameter executor: Where tasks run that are started without an executor; `nil` means that of
  ///   the running simulation, else the global one.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
    let own = Lock(rank: .part)
    lock = own.reference
    ownLock = consume own
    lender = nil
  }

  /// Makes an empty scope that is guarded by a lock which its owner has for other things as well.
  ///
  /// So that the owner looks at what it has and registers work for one lock pair. Everything but
  /// what says so takes that lock: it must not be held meanwhile.
  ///
  /// - Parameters:
  ///   - executor: Where tasks run that are started without an executor.
  ///   - lock: The lock.
  ///   - lender: Whose lock it is; kept.
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

  /// Whether ``seal()`` was called.
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

  /// Registers work with the keys of the contexts that are open, unless the scope is sealed.
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

  /// Whether the running task, which is that of a piece of work, was not told to stop.
  ///
  /// To ask the runtime counts the task up and down, so that is done only where something was. A task that
  /// begins before the one who starts it has its handle is known to be cancelled by the table alone.
  func mayBegin(_ id: WorkTable.ID) -> Bool {
    guard hasCancelled.load(ordering: .acquiring) else { return true }
    return !Task.isCancelled
      && !lock.withLock { lockedStorageIfAny?.table.isCancelled(id) ?? false }
  }

  /// Has a closure called when the body of the running task returns, if the task is one of this scope's; not
  /// if the body throws after it was cancelled.
  ///
  /// - Returns: Whether the running task is one of this scope's.
  /// - Complexity: O(*n*) in the registered work.
  @_spi(Strata)
  public func callWhenRunningTaskReturns(_ body: @escaping @Sendable () -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return lockedStorageIfAny?.table.callWhenRunningTaskReturns(body) ?? false
  }

  /// Takes work that has come to its end out of the table and tells who waits for it.
  ///
  /// - Parameters:
  ///   - id: The work.
  ///   - isUnwound: Whether its body has thrown after it was cancelled.
  func finish(_ id: WorkTable.ID, isUnwound: Bool = false) {
    lock.lock()
    if phase == .open, let storage, storage.table.removeSimply(id) { return lock.unlock() }
    let removed = storage?.table.remove(id)
    let bodies = removed == nil ? [] : lockedUnwoundBodies()
    lock.unlock()
    // What was removed is released here, outside the lock: it is the program's.
    guard let removed else { return }
    if !isUnwound { for call in removed.returnCalls { call() } }
    for gate in removed.successors { gate.arrive() }
    for body in bodies { body() }
  }

  /// The closures that wait for the end, if it has come; only under the lock.
  func lockedUnwoundBodies() -> [@Sendable () -> Void] {
    guard phase == .sealed, let storage, storage.table.taskCount == 0 else { return [] }
    defer { storage.table.whenUnwound = [] }
    return storage.table.whenUnwound
  }

  /// Registers a task without name and priority that ``start(_:of:operation:)`` is going to start; called
  /// with the lock held, which the owner has lent.
  ///
  /// - Parameters:
  ///   - callSite: The line that the task is reported with.
  ///   - function: The function that the line is in.
  /// - Precondition: ``maySimplyStart`` is true.
  /// - Returns: `nil` if the scope is sealed.
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
