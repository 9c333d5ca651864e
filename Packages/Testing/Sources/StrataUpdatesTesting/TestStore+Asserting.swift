import StrataConcurrency
import StrataTesting
import StrataUpdates

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
    await seat.pause()
    let overlooked = steps.takeAll().map(\.action)
    if !overlooked.isEmpty, exhaustivity.contains(.events) {
      fail(.events, TestStoreText.receiveFirst(overlooked, before: action), at: place)
    }
    let former = steps.asserted
    store.send(action)
    guard let step = steps.takeFirst() else {
      return fail(.misuse, TestStoreText.notHandled(action), at: place)
    }
    check(step.state, after: action, former, at: place, change)
    await seat.pause()
  }

  /// Waits for the next action of an effect, and asserts it and the state after it.
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
      found == action ? nil : TestStoreText.otherAction(expected: action, found: found)
    }
  }

  /// Waits for the next action of an effect, checks that it is of the expected kind, and asserts the state after
  /// it.
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
      isExpected(found) ? nil : TestStoreText.unexpectedAction(found)
    }
  }

  /// Lets everything run that can without time passing, and forgets unasserted actions.
  ///
  /// - Parameter isolation: The caller's actor.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await seat.quiet()
    _ = steps.takeAll()
  }

  private func receive(
    within duration: Duration,
    at place: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ change: (inout State) -> Void,
    _ complaint: (Action) -> String?
  ) async {
    let limit = seat.now.advanced(by: duration)
    var turns = 0
    repeat {
      await seat.pause()
      if !steps.isEmpty { break }
    } while await seat.step(until: limit, turns: &turns)
    let former = steps.asserted
    guard let step = steps.takeFirst() else {
      return fail(
        .assertion,
        TestStoreText.nothingReceived(seat.situation(after: duration)),
        at: place
      )
    }
    if let complaint = complaint(step.action) { fail(.events, complaint, at: place) }
    check(step.state, after: step.action, former, at: place, change)
  }

  /// Compares a state with the test's change of the one before.
  private func check(
    _ found: State,
    after action: Action,
    _ former: State,
    at place: CallSite,
    _ change: (inout State) -> Void
  ) {
    // Without the demand for all of the state, values that the test does not mention may be anything.
    var expected = exhaustivity.contains(.state) ? former : found
    change(&expected)
    guard expected != found else { return }
    let text = TestStoreText.otherState(after: action, expected: expected, found: found)
    fail(.state, text, at: place)
  }

  private func fail(_ kind: TestFailure.Kind, _ message: String, at place: CallSite) {
    seat.scope.report(kind, message, at: place)
  }
}
