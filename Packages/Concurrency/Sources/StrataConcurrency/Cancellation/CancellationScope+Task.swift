extension CancellationScope {
  /// Starts a task that ends with this scope at the latest.
  ///
  /// It is registered before it runs, and removed when its body returns. A task that is cancelled before its body has
  /// begun never begins it. A closed scope starts no task.
  ///
  /// - Parameters:
  ///   - name: A name for reports and debuggers.
  ///   - priority: `nil` takes over the priority of the running task.
  ///   - executor: The executor that the task prefers; `nil` means the scope's, else that of the
  ///     running simulation, else the global one.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - operation: The body.
  /// - Returns: A handle to cancel or tag the task.
  /// - Complexity: O(1).
  @discardableResult
  public func task(
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let options = TaskOptions(
      name: name,
      priority: priority,
      executor: executor,
      callSite: callSite
    )
    return task(options, isolation: isolation, operation: operation)
  }

  /// Starts a task that may throw and that ends with this scope at the latest.
  ///
  /// Otherwise like the form that does not throw.
  ///
  /// - Parameters:
  ///   - name: A name for reports and debuggers.
  ///   - priority: `nil` takes over the priority of the running task.
  ///   - executor: The executor that the task prefers; `nil` means the scope's, else that of the
  ///     running simulation, else the global one.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - operation: The body.
  ///   - catch: Receives the error, in the task, before the task counts as finished. An error that is thrown after the
  ///     task was cancelled is dropped, and so is any `CancellationError`.
  /// - Returns: A handle to cancel or tag the task.
  /// - Complexity: O(1).
  @discardableResult
  public func task(
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext operation: @escaping @Sendable () async throws -> Void,
    @_inheritActorContext catch: @escaping @Sendable (any Error) async -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return task(
      TaskOptions(name: name, priority: priority, executor: executor, callSite: callSite),
      isolation: isolation,
      operation: operation,
      catch: `catch`
    )
  }

  /// Starts a task with options that were put together elsewhere: the form for layers above.
  ///
  /// - Parameters:
  ///   - options: Name, priority, executor and line.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - operation: The body.
  /// - Returns: A handle to cancel or tag the task.
  /// - Complexity: O(1).
  @discardableResult
  public func task(
    _ options: TaskOptions,
    isolation: isolated (any Actor)? = #isolation,
    operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    guard let id = register(.starting, options.label) else { return .inert }
    if isolation == nil {
      startPlain(id, options, operation: operation)
    } else {
      start(id, options, isolation: isolation, operation: operation, catch: nil)
    }
    return CancellationHandle(scope: self, target: .one(id))
  }

  /// Starts a task that may throw with options that were put together elsewhere.
  ///
  /// - Parameters:
  ///   - options: Name, priority, executor and line.
  ///   - isolation: The actor that the task starts on; the caller's.
  ///   - operation: The body.
  ///   - catch: Receives the error, unless it is due to cancellation; `nil` drops it.
  /// - Returns: A handle to cancel or tag the task.
  /// - Complexity: O(1).
  @discardableResult
  public func task(
    _ options: TaskOptions,
    isolation: isolated (any Actor)? = #isolation,
    operation: @escaping @Sendable () async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) -> CancellationHandle {
    guard let id = register(.starting, options.label) else { return .inert }
    start(id, options, isolation: isolation, operation: operation, catch: `catch`)
    return CancellationHandle(scope: self, target: .one(id))
  }

  /// Creates the task of work that is registered as starting.
  func start(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    isolation: isolated (any Actor)?,
    admission: RestartAdmission? = nil,
    operation: @escaping @Sendable () async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) {
    attach(
      to: id,
      ContextFrame.startingTask(of: self, id) {
        // Two spellings, because a preference costs a record in the task even when it is nil.
        if let executor = options.executor ?? self.executor ?? SimulatedExecutor.current {
          Task(name: options.name, executorPreference: executor, priority: options.priority) {
            _ = isolation
            SimulatedExecutor.currentTaskBegins(options.name, at: options.callSite)
            await self.run(id, admission, operation: operation, catch: `catch`)
            SimulatedExecutor.currentTaskEnds()
          }
        } else {
          Task(name: options.name, priority: options.priority) {
            _ = isolation
            await self.run(id, admission, operation: operation, catch: `catch`)
          }
        }
      }
    )
  }

  func attach(to id: WorkTable.ID, _ task: Task<Void, Never>) {
    lock.lock()
    let isCancelled = lockedStorageIfAny?.table.attach(task, to: id) ?? false
    lock.unlock()
    if isCancelled { task.cancel() }
  }

  private func run(
    _ id: WorkTable.ID,
    _ admission: RestartAdmission?,
    operation: @Sendable () async throws -> Void,
    catch: (@Sendable (any Error) async -> Void)?
  ) async {
    var isFinished = false
    if await admission?.wait() ?? true, !Task.isCancelled, mayBegin(id) {
      do {
        try await operation()
      } catch is CancellationError {
        isFinished = Task.isCancelled
      } catch {
        isFinished = Task.isCancelled
        if !isFinished { await `catch`?(error) }
      }
    }
    finish(id, isFinished: isFinished)
  }
}
