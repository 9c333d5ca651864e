extension SimulatedExecutor {
  /// Whether a task has given way to everything else and waits for its turn.
  @_spi(Strata) public final var isGivingWay: Bool { state.withLock { !$0.queue.turns.isEmpty } }

  /// Whether a job can run, or an operation outside is waited for.
  @_spi(Strata) public final var hasWork: Bool {
    state.withLock { $0.queue.hasRunnable || !$0.queue.outside.isEmpty }
  }

  /// Waits until nothing can run before tasks that have given way go on.
  ///
  /// This works like ``waitUntilIdle()``, which lets them go on until none is left, or as often as belongs to one rest.
  @_spi(Strata) public final func pause() async {
    await waitForTurns { $0.pauseCalls.append($1) }
  }

  /// Lets each task that has given way go on once, and waits until nothing can run after that.
  @_spi(Strata) public final func takeTurn() async {
    await waitForTurns { $0.request($1) }
  }

  /// Lets virtual time pass to an instant, before tasks that have given way go on, and waits until nothing can run
  /// then.
  ///
  /// - Parameter deadline: The instant; not later than the next sleeper's.
  @_spi(Strata) public final func skip(to deadline: VirtualInstant) async {
    state.withLock { $0.queue.turns.skipToNextInstant() }
    try? await clock.sleep(until: deadline)
    await pause()
  }

  private func waitForTurns(
    _ add: @Sendable (inout SimulationTurns, SuspendedCall<Void>) -> Void
  ) async {
    await SuspendedCall<Void>.suspend { call in
      let isOpen = state.withLock { state in
        guard state.phase == .open else { return false }
        add(&state.queue.turns, call)
        return true
      }
      if !isOpen { call.resume(returning: ()) }
    }
  }

  /// Gives way to everything that can run.
  ///
  /// - Throws: `CancellationError` when the task is cancelled or the simulation is over, at once.
  final func giveWay() async throws {
    let isWoken = await SleepingCall.sleep { call in
      state.withLock { state in
        guard state.phase == .open else { return .rejected }
        return .asleep(state.queue.turns.sleepers.add(.call(call), until: state.queue.now))
      }
    } remove: { id in
      guard case .call(let call) = state.withLock({ $0.queue.turns.sleepers.remove(id) }) else {
        return nil
      }
      return call
    }
    guard isWoken else { throw CancellationError() }
  }

  /// Gives way to everything that can run in the simulation of the calling task, outside of simulations
  /// as a task does that yields.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  static func giveWayIfSimulated() async throws {
    if let current { return try await current.giveWay() }
    await Task.yield()
    try Task.checkCancellation()
  }
}
