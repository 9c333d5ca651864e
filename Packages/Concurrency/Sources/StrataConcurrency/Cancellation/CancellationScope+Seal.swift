extension CancellationScope {
  /// Ends the scope: cancels all tasks, then calls all handlers, each in the order of registration;
  /// what comes later at once.
  ///
  /// From now on a handler that is registered runs at once and a task that is started never runs its
  /// body. Calling it again does nothing.
  ///
  /// - Complexity: O(*n*) in the registered work.
  public func seal() {
    sealDeferringCancellation().perform()
  }

  /// Ends the scope, and leaves it to the caller to do the cancelling that follows.
  ///
  /// For an owner that has to seal under a lock of its own: handlers must not run there.
  ///
  /// - Returns: The cancelling to be done, once that lock is given back. The second time, nothing.
  @_spi(Strata)
  public func sealDeferringCancellation() -> PendingCancellation {
    lock.lock()
    defer { lock.unlock() }
    return lockedSealDeferringCancellation()
  }

  /// As ``sealDeferringCancellation()``; called with the lock held, which the owner has lent.
  @_spi(Strata)
  public func lockedSealDeferringCancellation() -> PendingCancellation {
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

  /// Calls a closure once the scope is sealed and the bodies of all its tasks have returned.
  ///
  /// It is called on the thread that brings that about, and at once when it is so already, outside
  /// all locks of the library. Several closures are called in the order of registration.
  public func whenUnwound(_ body: @escaping @Sendable () -> Void) {
    lock.lock()
    if phase == .sealed, lockedStorageIfAny.map({ $0.table.taskCount == 0 }) ?? true {
      lock.unlock()
      body()
      return
    }
    lockedStorage.table.whenUnwound.append(body)
    lock.unlock()
  }

  /// Waits until the scope is sealed and the bodies of all its tasks have returned.
  ///
  /// Cancelling the waiting task does not end the wait. A task of the scope that waits here waits
  /// for itself, for ever.
  public func unwound() async {
    await SuspendedCall<Void>.suspend { call in
      whenUnwound { call.resume(returning: ()) }
    }
  }

  fileprivate func didPerformCancellation() {
    lock.lock()
    phase = .sealed
    let bodies = lockedUnwoundBodies()
    lock.unlock()
    for body in bodies { body() }
  }
}

/// The cancelling that a sealed scope leaves to its owner.
@_spi(Strata)
public struct PendingCancellation: Sendable {
  fileprivate let scope: CancellationScope?
  fileprivate let actions: [CancelAction]

  /// Cancels the tasks, then calls the handlers, each in the order of registration.
  ///
  /// - Precondition: The calling thread holds no lock of the library. Called once.
  public func perform() {
    guard let scope else { return }
    CancelAction.perform(actions)
    scope.didPerformCancellation()
  }
}
