extension CancellationScope {
  /// Starts a task that is registered: the common case, a body that throws nothing and starts on no
  /// actor.
  ///
  /// Its own spelling, because each function between a task and its body is a frame to allocate and
  /// maybe a change of executors.
  ///
  /// - Returns: A handle to cancel or tag the task.
  @_spi(Strata)
  public func start(
    _ task: RegisteredTask,
    _ options: borrowing TaskOptions,
    operation: @escaping @Sendable () async -> Void
  ) -> ScopedWork {
    let id = task.id
    if options.label.name != nil || options.priorityValue != nil || ContextFrame.isAnyOpen
      || CurrentSimulation.isAnyMade
    {
      startUnusual(id, copy options, operation: operation)
    } else {
      // A name or a priority, even `nil`, is handed through generic code of the runtime.
      attach(to: id, makeTask(id, on: options.executor, operation: operation))
    }
    return ScopedWork(scope: self, target: .one(id))
  }

  /// Makes a task without name and priority, in a process in which no simulation was made.
  private func makeTask(
    _ id: WorkTable.ID,
    on preferred: (any TaskExecutor)?,
    operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    // Two spellings, because a preference costs a record in the task even when it is nil.
    if let executor = preferred ?? executor {
      Task(executorPreference: executor) {
        if self.mayBegin { await operation() }
        self.finish(id)
      }
    } else {
      Task {
        if self.mayBegin { await operation() }
        self.finish(id)
      }
    }
  }

  private func startUnusual(
    _ id: WorkTable.ID,
    _ options: TaskOptions,
    operation: @escaping @Sendable () async -> Void
  ) {
    attach(
      to: id,
      ContextFrame.startingTask {
        if let executor = options.executor ?? self.executor ?? SimulatedExecutor.current {
          start(id, options, on: executor, operation: operation)
        } else {
          Task(name: options.name, priority: options.priority) {
            if self.mayBegin { await operation() }
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
        if self.mayBegin { await operation() }
        self.finish(id)
      }
    }
    let (name, callSite) = (options.name, options.callSite)
    return Task(name: name, executorPreference: executor, priority: options.priority) {
      SimulatedExecutor.currentTaskBegins(name, at: callSite)
      if self.mayBegin { await operation() }
      self.finish(id)
      SimulatedExecutor.currentTaskEnds()
    }
  }
}
