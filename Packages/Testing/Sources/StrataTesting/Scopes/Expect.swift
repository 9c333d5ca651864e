public import StrataConcurrency

/// Waits, in a test scope, until all predicates are true at the same time.
///
/// ```swift
/// @Test(.simulated()) func counts() async throws {
///   let model = CounterModel().withAnchor()
///   model.increment()
///   await expect {
///     model.count == 1
///     model.isEven == false
///   }
/// }
/// ```
///
/// Properties that changed and that no line has read fail the test, if it is exhaustive in
/// ``Exhaustivity/state``. Time is virtual; see ``TestScope/assert(within:at:resetting:isolation:_:)``.
///
/// - Parameters:
///   - duration: How much virtual time may pass.
///   - fileID: The caller's file, like the next three for failures.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - isolation: The caller's actor.
///   - predicates: The lines that have to be true.
public func expect(
  within duration: Duration = .seconds(1),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  @PredicateBuilder _ predicates: () -> [TestPredicate]
) async {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("expect", at: place) else { return }
  await scope.assert(within: duration, at: place, predicates)
}

/// Waits, in a test scope, until a predicate is true.
///
/// As with several.
public func expect(
  _ predicate: @autoclosure () -> TestPredicate,
  within duration: Duration = .seconds(1),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation
) async {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("expect", at: place) else { return }
  await scope.assert(within: duration, at: place) {
    [AssertionFrame.place(predicate(), at: place)]
  }
}

/// Waits, in a test scope, until an expression is true.
///
/// As with several. `nil` counts as false.
@_disfavoredOverload
public func expect(
  _ isTrue: @autoclosure () -> Bool?,
  within duration: Duration = .seconds(1),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation
) async {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("expect", at: place) else { return }
  await scope.assert(within: duration, at: place) {
    [AssertionFrame.place(.expression(isTrue()), at: place)]
  }
}

/// Waits, in a test scope, until there is a value.
///
/// - Returns: The value.
/// - Throws: ``ValueMissing`` when there is none in time, which is also a failure of the test.
public func require<Value>(
  _ value: @autoclosure () -> Value?,
  within duration: Duration = .seconds(1),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation
) async throws -> Value {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("require", at: place) else {
    throw ValueMissing(callSite: place)
  }
  return try await scope.unwrap(within: duration, at: place, value)
}

/// Lets everything in the test scope run that can, and forgets unasserted changes until now.
///
/// Use it at the beginning of a test, to ignore the effects of its set-up. Time does not pass.
///
/// - Parameters:
///   - kinds: The categories to forget.
///   - fileID: The caller's file, like the next three for failures.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - isolation: The caller's actor.
public func settle(
  resetting kinds: Exhaustivity = .full,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation
) async {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  await TestScope.needed("settle", at: place)?.settle(resetting: kinds)
}

/// Waits, in a test scope, until all predicates are true, and forgets other changes.
///
/// - Parameters:
///   - kinds: The categories to forget.
///   - duration: How much virtual time may pass.
///   - fileID: The caller's file, like the next three for failures.
///   - filePath: The caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - isolation: The caller's actor.
///   - predicates: The lines that have to be true.
public func settle(
  resetting kinds: Exhaustivity = .full,
  within duration: Duration = .seconds(1),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  @PredicateBuilder _ predicates: () -> [TestPredicate]
) async {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("settle", at: place) else { return }
  await scope.assert(within: duration, at: place, resetting: kinds, predicates)
  await scope.settle(resetting: kinds)
}

/// Makes other demands on the running test's scope while a closure runs.
///
/// State that changes in the closure is checked by its demands, at its end at the latest. Earlier changes are
/// still checked by the demands around it. An event that is sent in the closure, or a call of a probe, need not
/// be asserted if `exhaustivity` does not demand it. It can be asserted, also after the closure.
///
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
public func withExhaustivity<Result>(
  _ exhaustivity: Exhaustivity,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let scope = TestScope.needed("withExhaustivity", at: place) else {
    return try await operation()
  }
  let part = scope.beginPart(exhaustivity)
  defer { scope.endPart(part) }
  let result = try await operation()
  await scope.clockwork.waitUntilIdle()
  scope.checkState(at: place)
  if exhaustivity.contains(.transitions) { scope.checkTransitions(at: place) }
  scope.excuseCalls(of: part)
  scope.endFacets(of: part, at: place)
  return result
}

/// Thrown when a value that a test needs does not exist in time.
public struct ValueMissing: Error, Sendable, CustomStringConvertible {
  /// The line that needed it.
  public let callSite: CallSite

  /// `App/CounterTests.swift:42: the value is nil`.
  public var description: String { "\(callSite): the value is nil" }
}

extension TestScope {
  /// The running test's scope; a missing one is reported.
  static func needed(_ function: String, at callSite: CallSite) -> TestScope? {
    if let current { return current }
    FailureSink.current(TestFailure(.misuse, FailureText.noScope(function), at: callSite))
    return nil
  }

  /// Waits until there is a value.
  ///
  /// - Parameters:
  ///   - duration: How much virtual time may pass.
  ///   - callSite: The line that needs it.
  ///   - isolation: The caller's actor.
  ///   - value: Asks for the value.
  /// - Returns: The value.
  /// - Throws: ``ValueMissing`` when there is none in time, which is also a failure of the test.
  public func unwrap<Value>(
    within duration: Duration = .seconds(1),
    at callSite: CallSite,
    isolation: isolated (any Actor)? = #isolation,
    _ value: () -> Value?
  ) async throws -> Value {
    var found: Value?
    await assert(within: duration, at: callSite) {
      found = value()
      let isThere = found != nil
      return [
        AssertionFrame.place(
          TestPredicate(isThere) { FailureText.nilValue },
          at: callSite
        )
      ]
    }
    guard let found else { throw ValueMissing(callSite: callSite) }
    return found
  }
}
