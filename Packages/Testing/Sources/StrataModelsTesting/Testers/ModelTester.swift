import StrataConcurrency
public import StrataModels
public import StrataTesting

/// Observes a tree of models, waits for it and asserts about it.
///
/// `andTester` makes it. It checks for overlooked state after each assertion, and for overlooked events, probes
/// and tasks at the end. The end is that of the test scope if there is one; otherwise it is the release of the
/// tester.
public final class ModelTester<M: Model>: Sendable {
  private let session: TestSession

  init(_ session: TestSession) {
    self.session = session
  }

  /// The categories that have to be asserted completely; shared by all testers of a test scope.
  public var exhaustivity: Exhaustivity {
    get { session.scope.exhaustivity }
    set { session.scope.exhaustivity = newValue }
  }

  /// Whether to print the failures that the test would have if it were exhaustive in everything.
  public var showSkippedAssertions: Bool {
    get { session.scope.showSkippedAssertions }
    set { session.scope.showSkippedAssertions = newValue }
  }

  /// Makes other demands on a model and all below it than on the rest.
  public func setExhaustivity(_ exhaustivity: Exhaustivity, below part: some Model) {
    session.scope.setExhaustivity(exhaustivity, below: part.modelNode.context)
  }

  /// Lets probes take part: calls of them that were never asserted fail the test.
  public func install(_ probes: TestProbe...) {
    for probe in probes { session.scope.install(probe) }
  }

  /// Waits until all predicates are true at the same time.
  ///
  /// They are evaluated each time when nothing can run any more. In between, virtual time passes, by default up
  /// to a second. Nothing waits for real time. Properties that changed and that no line has read fail the test,
  /// if it is exhaustive in `Exhaustivity.state`.
  ///
  /// - Parameters:
  ///   - duration: How much virtual time may pass.
  ///   - fileID: The caller's file, like the next three for failures.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - isolation: The caller's actor.
  ///   - predicates: The lines that have to be true: expressions, comparisons with `==`, which say how their
  ///     sides differ, `wasCalled(with:)`, `didSend`.
  public func assert(
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    @PredicateBuilder _ predicates: () -> [TestPredicate]
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await session.scope.assert(within: duration, at: place, predicates)
  }

  /// Waits until a comparison is true; as with several predicates.
  public func assert(
    _ predicate: @autoclosure () -> TestPredicate,
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await session.scope.assert(within: duration, at: place) {
      PredicateBuilder.buildExpression(
        predicate(),
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  // This overload ranks below the other one, and is written so that it also stays there for `==` of integers: see
  // `PredicateBuilder`.
  /// Waits until an expression is true, where `nil` counts as false; as with several predicates.
  @_disfavoredOverload
  public func assert(
    _ isTrue: @autoclosure () -> Bool?,
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await session.scope.assert(within: duration, at: place) {
      PredicateBuilder.buildExpression(
        isTrue(),
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Waits until there is a value.
  ///
  /// - Returns: The value.
  /// - Throws: `ValueMissing` when there is none in time, which is also a failure of the test.
  @discardableResult
  public func unwrap<Value>(
    _ value: @autoclosure () -> Value?,
    within duration: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await session.scope.unwrap(within: duration, at: place, value)
  }

  /// Lets everything run that can, and forgets unasserted changes until now.
  ///
  /// Virtual time does not pass.
  public func settle(
    resetting kinds: Exhaustivity = .full,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    await session.scope.settle(resetting: kinds)
  }

  /// Runs an operation as part of the tree's simulation, and waits for it.
  ///
  /// Use it for calls that wait themselves, such as an asynchronous method of the model, in a test without a
  /// scope. In a scope the call may as well be made directly.
  ///
  /// - Returns: The result of `operation`.
  /// - Throws: The error of `operation`.
  public func run<Value: Sendable>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await session.scope.run(at: place, operation)
  }
}
