extension CancellationScope {
  /// Whether tasks may be started in the simplest way: no cancellation context is open, to which they might
  /// belong, and the process has made no simulation, which would ask for their names.
  @_spi(Strata)
  public static var maySimplyStart: Bool {
    !ContextFrame.isAnyOpen && !CurrentSimulation.isAnyMade
  }

  /// Starts a task that was registered by ``lockedRegister(at:in:)``.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - scope: Where it is registered; handed over, so that it is counted once less.
  ///   - operation: The body.
  /// - Returns: A handle to cancel or tag the task.
  @_spi(Strata)
  public static func start(
    _ task: RegisteredTask,
    of scope: consuming CancellationScope,
    operation: @escaping @Sendable () async -> Void
  ) -> ScopedWork {
    scope.attach(to: task.id, scope.makeTask(task.id, on: nil, operation: operation))
    return ScopedWork(scope: scope, target: .one(task.id))
  }

  /// Starts a registered task that throws nothing and starts on no actor.
  ///
  /// Its own spelling, because each function between a task and its body is a frame to allocate and
  /// maybe a change of executors.
  func startPlain(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    operation: @escaping @Sendable () async -> Void
  ) {
    if options.label.name == nil, options.priorityValue == nil, Self.maySimplyStart {
      // A name or a priority, even `nil`, is handed through generic code of the runtime.
      attach(to: id, makeTask(id, on: options.executor, operation: operation))
    } else {
      startUnusual(id, options, operation: operation)
    }
  }

  /// Makes a task without name and priority, in a process in which no simulation was made.
  private func makeTask(
    _ id: WorkTable.ID,
    on preferred: (any TaskExecutor)?,
    operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    // Two spellings, because a preference costs a record in the task even when it is nil.
    guard let executor = preferred ?? executor else {
      return Task {
        if self.mayBegin(id) { await operation() }
        self.finish(id)
      }
    }
    // Behind what it has waited for, a body that has still something to do looks for its executor,
    // which with a preference takes a lock and as long as all the rest. So it has nothing to do.
    let body = PlainTaskBody(of: self, id, operation)
    return Task(executorPreference: executor) {
      if body.scope.mayBegin(body.id) { await body.operation() }
    }
  }

  private func startUnusual(
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

  /// The same on an executor, which may be a simulation's: that wants to know what its tasks are called.
  private func start(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    on executor: any TaskExecutor,
    operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    // What a task holds besides its body is memory to fill and to free, so it holds a name only where
    // somebody may ask for it.
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
