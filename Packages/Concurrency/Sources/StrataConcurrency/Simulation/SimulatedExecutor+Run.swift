import Dispatch

extension SimulatedExecutor {
  /// Runs jobs until the simulation has come to its end, one way or the other.
  ///
  /// - Parameter outsideLimit: How much real time to wait for outside operations before giving up; `nil` means without
  ///   limit.
  /// - Returns: Which way.
  func run(outsideLimit: Duration? = nil) async -> Stop {
    SimulationWatchdog.shared.watch(self)
    defer { SimulationWatchdog.shared.unwatch(self) }
    while true {
      let stop = await runTurn()
      guard case .waitForOutside = stop else { return stop }
      guard await waitForNews(outsideLimit) else { return stop }
    }
  }

  /// Runs jobs on the simulation's thread, and waits until none can run or one does not return.
  private func runTurn() async -> Stop {
    await SuspendedCall<Stop>.suspend { call in
      let turn = state.withLock { state -> UInt64? in
        guard !state.queue.isGivenUp else { return nil }
        state.nextTurn += 1
        state.turns[state.nextTurn] = call
        return state.nextTurn
      }
      guard let turn else { return call.resume(returning: .hung) }
      thread.async { [self] in
        let stop = runJobs()
        // None when the watchdog was faster.
        state.withLock { $0.turns.removeValue(forKey: turn) }?.resume(returning: stop)
      }
    }
  }

  /// Waits for an event from an outside operation.
  ///
  /// - Returns: Whether it was in time.
  private func waitForNews(_ limit: Duration?) async -> Bool {
    await SuspendedCall<Bool>.suspend { driver in
      let wait = state.withLock { state -> UInt64? in
        if state.queue.hasRunnable || state.queue.outside.isEmpty { return nil }
        state.nextWait += 1
        state.drivers[state.nextWait] = driver
        return state.nextWait
      }
      guard let wait else { return driver.resume(returning: true) }
      guard let limit else { return }
      let nanoseconds = DispatchTimeInterval.nanoseconds(Int(limit / .nanoseconds(1)))
      DispatchQueue.global().asyncAfter(deadline: .now() + nanoseconds) { [weak self] in
        let late = self?.state.withLock { $0.drivers.removeValue(forKey: wait) }
        late?.resume(returning: false)
      }
    }
  }

  /// Wakes all calls that still sleep, as if cancelled.
  func wakeSleepers() {
    let sleepers = state.withLock { $0.queue.turns.takeSleepers() + $0.queue.sleepers.popAll() }
    CurrentSimulation.with(self) {
      for sleeper in sleepers { wake(sleeper, inTime: false) }
    }
  }

  /// Ends the simulation; later jobs run on the global executor.
  ///
  /// - Parameter dropsJobs: Whether jobs that still wait never run: those of tasks that come to no end, and that no
  ///   caller waits for.
  func close(dropsJobs: Bool = false) {
    let (rest, calls, main) = state.withLock { state in
      state.phase = .closed
      defer {
        state.queue.idleCalls = []
        state.queue.settledCalls = []
        state.mainExecutor = nil
      }
      let calls =
        state.queue.idleCalls + state.queue.settledCalls + state.queue.turns.takeCalls()
      return (state.queue.takeAll(), calls, state.mainExecutor)
    }
    main?.close()
    if !dropsJobs { for job in rest { accept(job.job, at: job.place) } }
    for call in calls { call.resume(returning: ()) }
  }

  /// Runs jobs on this thread until none can run.
  func runJobs() -> Stop {
    while true {
      switch state.withLock({ $0.queue.next() }) {
      case .run(let job): run(job)
      case .wake(let sleepers):
        CurrentSimulation.with(self) {
          for sleeper in sleepers { wake(sleeper, inTime: true) }
        }
      case .notifyIdle(let calls):
        CurrentSimulation.with(self) {
          for call in calls { call.resume(returning: ()) }
        }
      case .waitForOutside: return .waitForOutside
      case .finished: return .finished
      case .stuck: return .stuck
      case .overLimit: return .overLimit
      case .givenUp: return .hung
      }
    }
  }

  private func run(_ job: SimulationQueue.Job) {
    switch job.place {
    case .anywhere:
      unsafe jobStart = LostTime()
      CurrentSimulation.with(self) {
        unsafe job.job.runSynchronously(on: asUnownedTaskExecutor())
      }
    case .mainActor: mainExecutor.run(job.job, in: self)
    }
  }

  func wake(_ sleeper: SimulationQueue.Sleeper, inTime: Bool) {
    switch sleeper {
    case .call(let call): call.resume(returning: inTime)
    case .job(let job): accept(job.job, at: job.place)
    }
  }
}
