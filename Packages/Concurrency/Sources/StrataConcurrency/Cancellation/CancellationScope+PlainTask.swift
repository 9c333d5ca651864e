extension CancellationScope {
  /// Whether tasks may be started in the simplest way.
  ///
  /// No cancellation context may be open, because tasks might belong to it. The process may not have made a simulation,
  /// because a simulation asks for the names of tasks.
  @_spi(Strata)
  public static var maySimplyStart: Bool {
    !ContextFrame.isAnyOpen && !CurrentSimulation.isAnyMade
  }

  /// Starts a task that was registered by ``lockedRegister(at:in:)``.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - scope: The scope that has registered it; consumed, which saves one retain.
  ///   - operation: The body.
  /// - Returns: A handle to cancel or tag the task.
  @_spi(Strata)
  public static func start(
    _ task: RegisteredTask,
    of scope: consuming CancellationScope,
    operation: @escaping @Sendable () async -> Void
  ) -> CancellationHandle {
    scope.attach(to: task.id, scope.makeTask(task.id, on: nil, operation: operation))
    return CancellationHandle(scope: scope, target: .one(task.id))
  }

  /// Starts a registered task that throws nothing and starts on no actor.
  ///
  /// This is a function of its own, because each function between a task and its body is a frame to allocate and maybe
  /// a change of executors.
  func startPlain(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    operation: @escaping @Sendable () async -> Void
  ) {
    if options.label.name == nil, options.priorityValue == nil, Self.maySimplyStart {
      // A name or a priority, even `nil`, is handed through generic code of the runtime.
      attach(to: id, makeTask(id, on: options.executor, operation: operation))
    } else {
      startSlowPath(id, options, operation: operation)
    }
  }

  /// Makes a task without name and priority, in a process in which no simulation was made.
  private func makeTask(
    _ id: WorkTable.ID,
    on preferred: (any TaskExecutor)?,
    operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    // There are two branches, because a preference costs a record in the task even when it is nil.
    guard let executor = preferred ?? executor else {
      return Task {
        if self.mayBegin(id) { await operation() }
        self.finish(id)
      }
    }
    // A body that awaits something must find its executor again before it does more work. With a preference, that takes
    // a lock and as long as everything else. So this body does nothing after its `await`.
    let body = PlainTaskBody(of: self, id, operation)
    return Task(executorPreference: executor) {
      if body.scope.mayBegin(body.id) { await body.operation() }
    }
  }

  private func startSlowPath(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    operation: @escaping @Sendable () async -> Void
  ) {
    attach(
      to: id,
      ContextFrame.startingTask(of: self, id) {
        if let executor = options.executor ?? self.executor ?? SimulatedExecutor.current {
          start(id, options, on: executor, operation: operation)
        } else {
          Task(name: options.name, priority: options.priority) {
            if self.mayBegin(id) { await operation() }
            self.finish(id)
          }
        }
      }
    )
  }

  /// The same on an executor.
  ///
  /// It may be a simulation's, which wants to know the names of its tasks.
  private func start(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    on executor: any TaskExecutor,
    operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    // Each value that a task retains besides its body costs memory. So a task retains a name only where a simulation
    // may ask for it.
    guard CurrentSimulation.isAnyMade else {
      return Task(name: options.name, executorPreference: executor, priority: options.priority) {
        if self.mayBegin(id) { await operation() }
        self.finish(id)
      }
    }
    let (name, callSite) = (options.name, options.callSite)
    return Task(name: name, executorPreference: executor, priority: options.priority) {
      SimulatedExecutor.currentTaskBegins(name, at: callSite)
      if self.mayBegin(id) { await operation() }
      self.finish(id)
      SimulatedExecutor.currentTaskEnds()
    }
  }
}
