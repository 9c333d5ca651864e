extension CancellationScope {
  /// Registers a closure to be called once, when it is cancelled or the scope is closed.
  ///
  /// It runs on the thread that cancels, outside all locks of the library. All tasks that are cancelled with it have
  /// been asked to stop by then. A task that another thread is just starting is asked when the starting call returns.
  /// In a closed scope the closure runs before this returns.
  ///
  /// - Returns: A handle with which to cancel (and so call) it earlier, tag it, or
  ///   ``CancellationHandle/discard()`` it.
  /// - Complexity: O(1).
  @discardableResult
  public func onCancel(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable () -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let id = register(.handler(handler), WorkLabel(callSite: callSite)) else {
      // A callback that was let through before the scope was closed may not have begun yet.
      if !holdBack({ handler }) { handler() }
      return .inert
    }
    return CancellationHandle(scope: self, target: .one(id))
  }

  /// Registers a closure that ends callbacks, and that is called before all handlers.
  ///
  /// This is for an owner whose callbacks are no tasks. Once a handler of ``onCancel(fileID:filePath:line:column:_:)``
  /// has run, no callback begins any more, even where the handler was registered first. In all other ways the two
  /// functions agree.
  ///
  /// - Returns: A handle with which to cancel it earlier, tag it, or ``CancellationHandle/discard()`` it.
  /// - Complexity: O(1).
  @_spi(Strata)
  @discardableResult
  public func onEnding(
    at callSite: CallSite,
    _ handler: @escaping @Sendable () -> Void
  ) -> CancellationHandle {
    guard let id = register(.ending(handler), WorkLabel(callSite: callSite)) else {
      handler()
      return .inert
    }
    return CancellationHandle(scope: self, target: .one(id))
  }

  /// Makes another cancellable object part of this scope.
  ///
  /// It is cancelled with the scope, or with the returned handle, whichever is first. When it ends
  /// by itself, ``CancellationHandle/discard()`` the handle, or it stays registered.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public func add(
    _ cancellable: some Cancellable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> CancellationHandle {
    onCancel(fileID: fileID, filePath: filePath, line: line, column: column) {
      cancellable.cancel()
    }
  }

  /// Takes a handler out of the table without calling it.
  func discardHandler(_ id: WorkTable.ID) {
    lock.lock()
    guard let storage = lockedStorageIfAny, storage.table.contains(id),
      !storage.table.slots[Int(id.index)].isTask
    else {
      lock.unlock()
      return
    }
    let removed = storage.table.remove(id)
    lock.unlock()
    // Releasing the closure releases the program's values, so it happens here.
    _ = consume removed
  }
}
