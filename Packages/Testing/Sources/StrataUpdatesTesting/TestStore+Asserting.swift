import StrataConcurrency
import StrataTesting
@_spi(Strata) import StrataUpdates

extension TestStore {
  /// Sends an action, asserts the state after it, and lets its effects run as far as they can without time
  /// passing.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  ///   - change: Changes the last asserted state into the expected one; without it the state must not change.
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !session.isOver else {
      return fail(.misuse, FailureText.testerIsOver(madeAt: callSite), at: place)
    }
    await session.pause()
    let overlooked = steps.takeAll().filter { !$0.isExcused }
    if !overlooked.isEmpty, exhaustivity.contains(.events) {
      let lines = overlooked.map(received)
      fail(.events, TestStoreText.receiveFirst(lines, before: action), at: place)
    }
    steps.sending(at: place) { store.send(action) }
    guard let entry = steps.takeFirst() else {
      return fail(.misuse, TestStoreText.notHandled(action), at: place)
    }
    check(entry, at: place, change)
    await session.pause()
  }

  /// Waits for the next action of an effect, and asserts it and the state after it.
  ///
  /// Without the demand for `events`, other actions that come before it are skipped.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - duration: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  ///   - change: Changes the last asserted state into the expected one; without it the state must not change.
  public func receive(
    _ action: Action,
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout State) -> Void = { _ in }
  ) async where Action: Equatable {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(within: duration, at: place, change) { found in
      found.step.action == action
        ? nil : TestStoreText.otherAction(expected: action, found: received(found))
    }
  }

  /// Waits for the next action of an effect, checks that it is of the expected kind, and asserts the state after
  /// it.
  ///
  /// Without the demand for `events`, actions of another kind that come before it are skipped.
  ///
  /// - Parameters:
  ///   - isExpected: Whether an action is an expected one.
  ///   - duration: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  ///   - change: Changes the last asserted state into the expected one; without it the state must not change.
  public func receive(
    where isExpected: (Action) -> Bool,
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout State) -> Void = { _ in }
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(within: duration, at: place, change) { found in
      isExpected(found.step.action) ? nil : TestStoreText.unexpectedAction(received(found))
    }
  }

  /// Lets everything run that can without time passing, and forgets unasserted actions.
  ///
  /// - Parameter isolation: The caller's actor.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await session.waitUntilIdle()
    _ = steps.takeAll()
  }

  private func receive(
    within duration: Duration,
    at place: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout State) -> Void,
    _ diagnostic: (UnassertedSteps<State, Action>.Entry) -> String?
  ) async {
    guard !session.isOver else {
      return fail(.misuse, FailureText.testerIsOver(madeAt: callSite), at: place)
    }
    let limit = session.now.advanced(by: duration)
    let mustBeNext = exhaustivity.contains(.events)
    var skipped: UnassertedSteps<State, Action>.Entry?
    var found: UnassertedSteps<State, Action>.Entry?
    var turns = 0
    repeat {
      await session.pause()
      while found == nil, let entry = steps.takeFirst() {
        let isNext = mustBeNext && !entry.isExcused
        if isNext || diagnostic(entry) == nil { found = entry } else { skipped = entry }
      }
      if found != nil { break }
    } while await session.step(until: limit, turns: &turns)
    guard let entry = found else {
      let nothing = TestStoreText.nothingReceived(session.situation(after: duration))
      return fail(.assertion, skipped.flatMap(diagnostic) ?? nothing, at: place)
    }
    // Its effects have started before the test had a line for it.
    entry.origin.place = place
    if let diagnostic = diagnostic(entry) { fail(.events, diagnostic, at: place) }
    check(entry, at: place, change)
  }

  /// The lines that would receive an action.
  private func received(_ entry: UnassertedSteps<State, Action>.Entry) -> TestStoreText.Received {
    TestStoreText.Received(
      entry.step.action,
      by: expression,
      from: entry.former,
      to: entry.step.state
    )
  }

  /// Compares a state with the test's change of the one before.
  private func check(
    _ entry: UnassertedSteps<State, Action>.Entry,
    at place: CallSite,
    _ change: (inout State) -> Void
  ) {
    let found = entry.step.state
    // Without the demand for all of the state, values that the test does not mention may be anything.
    var expected = exhaustivity.contains(.state) ? entry.former : found
    change(&expected)
    guard expected != found else { return }
    let text = TestStoreText.otherState(after: entry.step.action, expected: expected, found: found)
    fail(.state, text, at: place)
  }

  private func fail(_ kind: TestFailure.Kind, _ message: String, at place: CallSite) {
    session.scope.report(kind, message, at: place)
  }
}
