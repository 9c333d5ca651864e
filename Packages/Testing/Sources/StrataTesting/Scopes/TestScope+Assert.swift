@_spi(Strata) public import StrataConcurrency
@_spi(Strata) import StrataCore

extension TestScope {
  /// Waits until all predicates are true at the same time, and checks that nothing else changed.
  ///
  /// The predicates are evaluated each time when nothing can run any more; virtual time passes in between. Real
  /// time plays no part: when nothing is left that could make them true, the assertion fails at once. Tasks that
  /// sleep on an immediate clock, or for no time, go on in turns, and the predicates are evaluated after each
  /// turn.
  ///
  /// - Parameters:
  ///   - duration: How much virtual time may pass.
  ///   - callSite: The line of the assertion.
  ///   - kinds: The categories that are forgotten afterwards, and so not checked.
  ///   - isolation: The caller's actor.
  ///   - body: Evaluates the predicates; called on the caller's actor.
  /// - Returns: Whether they became true.
  @discardableResult
  public func assert(
    within duration: Duration = .seconds(1),
    at callSite: CallSite,
    resetting kinds: Exhaustivity = .off,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () -> [TestPredicate]
  ) async -> Bool {
    let limit = clockwork.now.advanced(by: duration)
    var attempt: Attempt
    var turns = 0
    repeat {
      await clockwork.pause()
      attempt = self.attempt(body)
      if attempt.isMet { break }
    } while await clockwork.step(until: limit, turns: &turns)
    for report in attempt.reports where misuse.isFirst(report) { sink(report) }
    guard attempt.isMet else {
      explain(attempt, duration, at: callSite)
      // A failure is reported once.
      let missed = attempt.frame.coveredReads.map(MissedRead.init)
      state.withLock { state in
        state.hasFailedAssertion = true
        state.missedReads.formUnion(missed)
      }
      for tree in trees {
        tree.wholeState?.noteMissed()
        tree.forgetAll()
      }
      return false
    }
    let (demands, reads) = (demands, attempt.frame.reads)
    let missed = state.withLock { $0.missedReads }
    let covered = attempt.frame.coveredReads.dropFirst(reads.count)
    for tree in trees {
      tree.unasserted.consume(reads, in: attempt.view) { demands.of($0).contains(.transitions) }
      tree.unasserted.consume(Array(covered))
      tree.wholeState?.assert(attempt.frame.coveredReads)
      if !missed.isEmpty { _ = tree.unasserted.take { missed.contains(MissedRead($0.read)) } }
    }
    commit(attempt.frame)
    forgetState(kinds)
    checkState(at: callSite)
    return true
  }

  /// The properties with more than one unasserted value, and these values.
  private func pendingText(_ reads: ArraySlice<StateRead>, _ names: StateNames) -> String? {
    let demands = demands
    let lines = reads.compactMap { state -> String? in
      guard demands.of(state.read.context).contains(.transitions) else { return nil }
      let queues = trees.lazy.compactMap { $0.unasserted.transitions(of: state.read) }
      guard let queue = queues.first, queue.waiting.count > 1 else { return nil }
      return "\(names.name(of: state.read)): \(queue.values.joined(separator: ", "))"
    }
    return lines.isEmpty ? nil : FailureText.notMatched(lines)
  }

  private func explain(_ attempt: Attempt, _ duration: Duration, at callSite: CallSite) {
    let (names, demands) = (StateNames(roots), demands)
    for predicate in attempt.failed {
      let dead = predicate.reads.first { $0.isDead }?.read.context
      let text =
        dead.map { FailureText.noLongerPart($0.layout.name) }
        ?? [
          FailureText.notMet(predicate.explain(), reads: predicate.reads, names, clockwork.now) {
            shownValue(of: $0, in: attempt.view, demands)
          },
          pendingText(predicate.reads, names),
          situation(names, after: duration),
        ].compactMap(\.self).joined(separator: "\n\n")
      fail(.assertion, text, at: predicate.callSite ?? callSite)
    }
  }

  /// The tasks that ran when an assertion failed, and why nothing more can be waited for.
  func situation(_ names: StateNames, after duration: Duration) -> String {
    FailureText.situation(
      running: running(names),
      isGivingWay: clockwork.isGivingWay,
      sleepsUntil: executor.nextDeadline,
      now: clockwork.now,
      within: duration
    )
  }

  /// Marks the calls and events that an assertion has matched as asserted.
  private func commit(_ frame: AssertionFrame) {
    let probes = state.withLock { $0.probes }
    for match in frame.matched {
      switch match {
      case .call(let probe, let number):
        probes.first { ObjectIdentifier($0) == probe }?.consume(number)
      case .event(let number): state.withLock { $0.events[number].isAsserted = true }
      }
    }
  }

  /// Lets everything run that can, at this instant of virtual time, and forgets unasserted changes.
  ///
  /// - Parameters:
  ///   - kinds: The categories to forget.
  ///   - isolation: The caller's actor.
  public func settle(
    resetting kinds: Exhaustivity = .full,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await clockwork.waitUntilIdle()
    forgetState(kinds)
    let probes = state.withLock { state in
      if kinds.contains(.events) {
        for index in state.events.indices { state.events[index].isAsserted = true }
      }
      return state.probes
    }
    if kinds.contains(.probes) { for probe in probes { probe.reset() } }
    for unasserted in testerNotes { unasserted.forget(kinds) }
  }
}
