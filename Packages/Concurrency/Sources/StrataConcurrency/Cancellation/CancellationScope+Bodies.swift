extension CancellationScope {
  /// Calls a callback of the owner, unless the scope is closed.
  ///
  /// The check and the beginning are one step relative to the end of the scope. That end runs the handlers of
  /// ``onCancel(fileID:filePath:line:column:_:)``, and no callback begins after such a handler has returned. If
  /// handlers find a callback on another thread, that thread runs them when the callback has returned. No thread waits.
  ///
  /// - Parameter body: The callback.
  /// - Complexity: O(1), and the callback's own.
  @_spi(Strata)
  public func runCallback(_ body: () -> Void) {
    guard let serial = beginBody(on: .current, task: nil) else { return }
    body()
    endBody(serial, isFinished: false)
  }

  /// Runs the body of a loop in the way a callback is called, unless the scope is closed.
  ///
  /// - Parameters:
  ///   - options: The options of the body's task.
  ///   - isolation: The actor that the loop runs on.
  ///   - operation: The body.
  /// - Returns: Whether it was let through.
  /// - Throws: The error that the body throws.
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
    // A task that begins at once. Only for such a task is it known when it returns or suspends first.
    let task = Task.immediate(
      name: options.name,
      executorPreference: options.executor ?? executor
    ) {
      _ = isolation
      try await self.finishing(serial, operation)
    }
    guard endFirstStep(serial, task) else {
      try await task.value
      return true
    }
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
      endBody(serial, isFinished: false)
    } catch {
      endBody(serial, isFinished: Task.isCancelled)
      throw error
    }
  }

  private func beginBody(on thread: ThreadIdentity?, task: UncountedTask?) -> UInt64? {
    lock.lock()
    defer { lock.unlock() }
    guard phase == .open else { return nil }
    return lockedStorage.table.beginBody(on: thread, task: task)
  }

  /// Notes that a body is beyond its first step.
  ///
  /// - Returns: Whether its task goes on with it; else it has returned.
  private func endFirstStep(_ serial: UInt64, _ task: Task<Void, any Error>) -> Bool {
    lock.lock()
    let storage = lockedStorageIfAny
    let goesOn = storage?.table.endFirstStep(ofBody: serial, task: UncountedTask(task)) ?? false
    let handlers = storage?.table.takeHeldHandlers()
    lock.unlock()
    handlers?()
    return goesOn
  }

  private func endBody(_ serial: UInt64, isFinished: Bool) {
    lock.lock()
    let body = lockedStorageIfAny?.table.endBody(serial)
    let handlers = lockedStorageIfAny?.table.takeHeldHandlers()
    lock.unlock()
    body?.verdict.callAtReturn(isFinished: isFinished)
    handlers?()
  }
}
