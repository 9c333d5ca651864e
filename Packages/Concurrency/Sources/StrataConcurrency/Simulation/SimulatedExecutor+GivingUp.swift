extension SimulatedExecutor {
  /// Runs a closure whose time does not count as time that the running job takes.
  ///
  /// For slow work of the library itself in a job of the program, as the search for a line. Outside of simulations it
  /// only calls the closure.
  ///
  /// - Parameter body: The work, which has to come to an end.
  /// - Returns: The result of the closure.
  @_spi(Strata)
  public static func uncounted<Result>(_ body: () -> Result) -> Result {
    guard let current else { return body() }
    current.state.withLock { $0.queue.uncounted += 1 }
    defer { current.state.withLock { $0.queue.uncounted -= 1 } }
    return body()
  }

  /// Whether the operation has returned.
  var isDone: Bool { state.withLock { $0.queue.isDone } }

  /// Gives the simulation up if the watchdog has seen the running job too often.
  ///
  /// The thread that runs the job is left behind, because a thread cannot be stopped. The callers that wait for the
  /// simulation go on. If the jobs run on the only waiting caller's own thread, no caller can go on, and the process
  /// ends.
  func giveUpIfHung(after looks: Int) {
    let (isHung, turns) = state.withLock { state -> (Bool, [SuspendedCall<Stop>]) in
      // The first time may be just after the job began.
      guard state.queue.sight() > looks else { return (false, []) }
      state.queue.giveUp()
      defer { state.turns = [:] }
      return (true, Array(state.turns.values))
    }
    guard isHung else { return }
    if turns.isEmpty {
      let text = SimulationText.processEnds(name)
      SimulationWatchdog.endProcess(because: "\(hungText)\n\(text)")
    }
    for turn in turns { turn.resume(returning: .hung) }
  }

  /// The message about a job that does not return.
  var hungText: String {
    let (task, isMain) = state.withLock { state in
      (state.queue.runningTask, state.queue.running?.place == .mainActor)
    }
    return SimulationText.hung(task?.description, isOnMainActor: isMain, SimulationWatchdog.limit)
  }

  /// The message for a run that reached the limit of steps.
  var overLimitText: String {
    let (steps, now, isRestless, lines) = state.withLock { state in
      let queue = state.queue
      return (queue.steps, queue.now, queue.isRestless, queue.census.lines)
    }
    return SimulationText.overLimit(steps, at: isRestless ? now.offset : nil, lines)
  }

  /// Whether the job that does not return also blocks the main thread, which all others need.
  var isMainThreadLost: Bool {
    state.withLock { $0.queue.isGivenUp && $0.queue.running?.place == .mainActor }
  }

  /// The message for a run that ended so; empty if it came to its end or waits.
  func text(of stop: Stop) -> String {
    switch stop {
    case .overLimit: overLimitText
    case .hung: hungText
    case .finished, .stuck, .waitForOutside: ""
    }
  }

  /// Runs the remaining jobs when a run has ended, so that cancelled tasks come to their ends.
  ///
  /// After a run that was given up, it does so only for a short time.
  func runOn(after stop: Stop, outsideLimit: Duration? = nil) async -> Stop {
    if stop == .overLimit { state.withLock { $0.queue.extendLimits(by: 10_000) } }
    return await run(outsideLimit: outsideLimit)
  }
}

extension SimulatedExecutor.Stop {
  /// Whether the simulation came to no end by itself and never will.
  var isRunaway: Bool { self == .overLimit || self == .hung }
}
