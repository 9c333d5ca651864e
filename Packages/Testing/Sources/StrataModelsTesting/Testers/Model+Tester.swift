import StrataConcurrency
import StrataCore
public import StrataDependencies
public import StrataModels
public import StrataTesting

extension Model {
  /// Activates this model and everything below it under a tester, which observes them.
  ///
  /// ```swift
  /// let (model, tester) = AppModel().andTester {
  ///   $0.factClient.fetch = { "\($0) is a good number." }
  /// }
  /// model.addButtonTapped()
  /// await tester.assert(model.counters.count == 1)
  /// ```
  ///
  /// The tester keeps the tree alive, so retain it to the end of the test. The returned model does not, so
  /// closures may capture it freely. The clocks `continuousClock` and `suspendingClock` are the test's virtual
  /// one unless they are overridden.
  ///
  /// In a test scope (`.modelTesting`) the test itself is part of the simulation. Outside of all scopes, the
  /// tree's tasks run only while the test waits for its tester.
  ///
  /// - Parameters:
  ///   - exhaustivity: The categories that have to be asserted completely.
  ///   - fileID: The caller's file, like the next three for failures at the end of the test.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - dependencies: Changes dependencies for the whole tree.
  /// - Returns: The live model, and its tester.
  public func andTester(
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) -> (model: Self, tester: ModelTester<Self>) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let session = TestSession(exhaustivity: exhaustivity, at: callSite)
    let clock = session.scope.executor.clock
    let (model, anchor) = session.making {
      returningAnchor(fileID: fileID, filePath: filePath, line: line, column: column) { values in
        values.continuousClock = clock
        values.suspendingClock = clock
        dependencies?(&values)
      }
    }
    let values = model.modelNode.context.dependencies
    session.driven(by: values.continuousClock)
    session.driven(by: values.suspendingClock)
    session.keep(anchor)
    return (model, ModelTester(session))
  }
}
