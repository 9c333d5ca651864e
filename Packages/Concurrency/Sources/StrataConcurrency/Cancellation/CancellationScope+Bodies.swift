extension CancellationScope {
  /// Calls a callback of the owner, unless the scope is sealed.
  ///
  /// The check and the beginning are one step against the end of the scope: when a handler of ``onCancel(fileID:filePath:line:column:_:)``
  /// that the end runs has returned, no callback begins. Handlers that find a callback on another thread
  /// are run by that thread when the callback has returned; nothing waits.
  ///
  /// - Parameter body: The callback.
  /// - Complexity: O(1), and the callback's own.
  @_spi(Strata)
  public func runCallback(_ body: () -> Void) {
    guard let serial = beginBody(on: .current, task: nil) else { return }
    body()
    endBody(serial, isUnwound: false)
  }

  /// Runs the body of a loop, unless the scope is sealed, as a callback is called.
  ///
  /// - Parameters:
  ///   - options: What the body's task is made with.
  ///   - isolation: The actor that the loop runs on.
  ///   - operation: The body.
  /// - Returns: Whether it was let through.
  /// - Throws: What the body throws.
  func runBody(
    _ options: TaskOptions,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    // The jobs of a simulation run one at a time, so there is no first step to wait for.
    guard SimulatedExecutor.current == nil,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    else {
      guard let serial = beginBody(on: nil, task: .current) else { return false }
      try await finishing(serial, operation)
      return true
    }
    guard let serial = beginBody(on: .current, task: nil) else { return false }
    // A task that begins at once: only of such a task is it known when it returns or suspends first.
    let task = Task.immediate(
      name: options.name,
      executorPreference: options.executor ?? executor
    ) {
      _ = isolation
      try await self.finishing(serial, operation)
    }
    endFirstStep(serial, task)
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    return true
  }

  private func finishing(
    _ serial: UInt64,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await operation()
      endBody(serial, isUnwound: false)
    } catch {
      endBody(serial, isUnwound: Task.isCancelled)
      throw error
    }
  }

  private func beginBody(on thread: ThreadIdentity?, task: UncountedTask?) -> UInt64? {
    lock.lock()
    defer { lock.unlock() }
    guard phase == .open else { return nil }
    return lockedStorage.table.beginBody(on: thread, task: task)
  }

  private func endFirstStep(_ serial: UInt64, _ task: Task<Void, any Error>) {
    lock.lock()
    lockedStorageIfAny?.table.endFirstStep(ofBody: serial, task: UncountedTask(task))
    let handlers = lockedStorageIfAny?.table.takeHeldHandlers()
    lock.unlock()
    handlers?()
  }

  private func endBody(_ serial: UInt64, isUnwound: Bool) {
    lock.lock()
    let body = lockedStorageIfAny?.table.endBody(serial)
    let handlers = lockedStorageIfAny?.table.takeHeldHandlers()
    lock.unlock()
    if !isUnwound, let body { for call in body.returnCalls { call() } }
    handlers?()
  }
}
