import StrataConcurrency
import StrataCore

extension Model {
  /// Calls a closure with this model when it becomes part of a live tree, before `onActivate()`.
  ///
  /// For what belongs to a place and not to the kind of model: a preview's or a test's state, values of
  /// the environment. Closures are called in the order of the calls, in each life that begins after them,
  /// also when the model is put into the tree as a part of another. Nothing is called for a model that
  /// never lives; to add one to a model that lives already is too late for this life, which is reported.
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

  /// Makes a closure one that is called with the model of the context that begins to live.
  private func step(
    _ function: String,
    at callSite: CallSite,
    _ body: @escaping @Sendable (Self) -> Void
  ) -> @Sendable (Context) -> Void {
    let context = modelNode.context
    if context.isLive {
      ModelComplaint.lateStep(function, context.layout.name).report(at: callSite)
    }
    return { context in
      guard let model = Self.handle(of: context) else { return }
      Cause.with(.activation, name: context.layout.name, at: callSite) { body(model) }
    }
  }
}
