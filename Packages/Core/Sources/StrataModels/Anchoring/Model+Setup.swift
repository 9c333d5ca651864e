import StrataConcurrency
import StrataCore

extension Model {
  /// Calls a closure with this model when it becomes part of a live tree, before `onActivate()`.
  ///
  /// Use it for setup that belongs to one use of a model and not to its type: a preview's or a test's state,
  /// values of the environment. Closures are called in the order of the calls, in each incarnation that begins
  /// after them, also when the model joins the tree as a part of another. Nothing is called for a model that
  /// never becomes active. On an active model the closure is too late for this incarnation, which is reported.
  ///
  /// ```swift
  /// let model = AppModel().withSetup { $0.environment.theme = .dark }.withAnchor()
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - body: Receives the model.
  /// - Returns: The same model.
  public func withSetup(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: @escaping @Sendable (Self) -> Void
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    modelNode.context.onActivation(step("withSetup", at: callSite, body))
    return self
  }

  /// Calls a closure with this model when it becomes part of a live tree, after `onActivate()` and before
  /// the models below it are activated.
  ///
  /// Otherwise as ``withSetup(fileID:filePath:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - body: Receives the model.
  /// - Returns: The same model.
  public func withActivation(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: @escaping @Sendable (Self) -> Void
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    modelNode.context.onActivated(step("withActivation", at: callSite, body))
    return self
  }

  /// Makes a closure that is called with the model of a context that is being activated.
  private func step(
    _ function: String,
    at callSite: CallSite,
    _ body: @escaping @Sendable (Self) -> Void
  ) -> @Sendable (Context) -> Void {
    let context = modelNode.context
    if context.isLive {
      ModelDiagnostic.lateStep(function, context.layout.name).report(at: callSite)
    }
    return { context in
      guard let model = Self.handle(of: context) else { return }
      Cause.with(.activation, name: context.layout.name, at: callSite) { body(model) }
    }
  }
}
