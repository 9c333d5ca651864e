extension CancellationScope {
  /// Closes the scope: cancels all tasks, then calls all handlers, each in the order of registration.
  ///
  /// From now on, a handler that is registered runs at once, and a task that is started never runs its body. Calling it
  /// again does nothing. Handlers, also those that are registered later, may find another thread at the beginning of a
  /// callback or of a loop's body. That thread then calls them when it has returned or suspended first.
  ///
  /// - Complexity: O(*n*) in the registered work.
  public func close() {
    closeDeferringCancellation().perform()
  }

  /// Closes the scope, and leaves the cancelling that follows to the caller.
  ///
  /// This is for an owner that has to close the scope under a lock of its own, because handlers must not run there.
  ///
  /// - Returns: The cancelling to be done, once that lock is released. The second time, nothing.
  @_spi(Strata)
  public func closeDeferringCancellation() -> PendingCancellation {
    lock.lock()
    defer { lock.unlock() }
    return lockedCloseDeferringCancellation()
  }

  /// As ``closeDeferringCancellation()``; called while the owner's shared lock is held.
  @_spi(Strata)
  public func lockedCloseDeferringCancellation() -> PendingCancellation {
    guard phase == .open else { return PendingCancellation(scope: nil, actions: []) }
    noteCancelling()
    guard let storage = lockedStorageIfAny else {
      phase = .sealed
      return PendingCancellation(scope: nil, actions: [])
    }
    phase = .sealing
    var actions: [CancelAction] = []
    for index in Array(storage.table.order) {
      if let action = storage.table.cancel(storage.table.id(at: index)) { actions.append(action) }
    }
    return PendingCancellation(scope: self, actions: actions)
  }

  /// Calls a closure once the scope is closed and the bodies of all its tasks have returned.
  ///
  /// The thread that finishes last calls it, outside all locks of the library. If everything has finished already, it
  /// is called at once. Several closures are called in the order of registration.
  public func onFinish(_ body: @escaping @Sendable () -> Void) {
    lock.lock()
    if phase == .sealed, lockedStorageIfAny.map({ $0.table.taskCount == 0 }) ?? true {
      lock.unlock()
      body()
      return
    }
    lockedStorage.table.onFinish.append(body)
    lock.unlock()
  }

  /// Waits until the scope is closed and the bodies of all its tasks have returned.
  ///
  /// Cancelling the waiting task does not end the wait. A task of the scope that waits here waits for itself and never
  /// ends.
  public func finished() async {
    await SuspendedCall<Void>.suspend { call in
      onFinish { call.resume(returning: ()) }
    }
  }

  fileprivate func noteSealed(at now: VirtualInstant) {
    lock.lock()
    lockedStorageIfAny?.table.sealedAt = now
    lock.unlock()
  }

  /// Leaves last handlers to the thread that is at the beginning of a callback, if another one is.
  func holdBack(_ handlers: () -> () -> Void) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard let storage = lockedStorageIfAny, storage.table.isAnyBodyBeginningElsewhere else {
      return false
    }
    storage.table.holdBack(handlers())
    return true
  }

  fileprivate func didPerformCancellation() {
    lock.lock()
    phase = .sealed
    let bodies = lockedFinishBodies()
    lock.unlock()
    for body in bodies { body() }
  }
}

/// The cancelling that a closed scope leaves to its owner.
@_spi(Strata)
public struct PendingCancellation: Sendable {
  fileprivate let scope: CancellationScope?
  fileprivate let actions: [CancelAction]

  /// Cancels the tasks, then calls the handlers, each in the order of registration.
  ///
  /// Handlers that find another thread at the beginning of a callback are left to that thread.
  ///
  /// - Precondition: The calling thread holds no lock of the library. Called once.
  public func perform() {
    endCallbacks()
    if holdBackHandlers({ { runHandlers() } }) { return }
    runHandlers()
  }

  /// Cancels the tasks, and ends the callbacks of the owner.
  ///
  /// - Precondition: The calling thread holds no lock of the library. Called once, before the others.
  public func endCallbacks() {
    if let scope, let now = SimulatedExecutor.current?.now { scope.noteSealed(at: now) }
    for action in actions where !action.isHandler { action.perform() }
  }

  /// Leaves the handlers to the thread that is at the beginning of a callback, if another one is.
  ///
  /// - Parameter later: Returns the closure that calls ``runHandlers()``, on that thread, when the callback has begun.
  ///   Called under the scope's lock, and only if another thread is at such a beginning.
  /// - Returns: Whether it is left to that thread; not if there are no handlers.
  public func holdBackHandlers(_ later: () -> () -> Void) -> Bool {
    guard let scope, actions.contains(where: \.isHandler) else { return false }
    return scope.holdBack(later)
  }

  /// Calls the handlers.
  ///
  /// - Precondition: The calling thread holds no lock of the library. Called once.
  public func runHandlers() {
    guard let scope else { return }
    for action in actions where action.isHandler { action.perform() }
    scope.didPerformCancellation()
  }
}
