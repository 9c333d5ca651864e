import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension Model {
  /// Activates this model and everything below it, for as long as the returned value is retained.
  ///
  /// Store the returned value where the program has its state. Handles taken from it (`model.child`) and those
  /// that methods of activated models capture do not keep the tree alive.
  ///
  /// - Important: A closure that captures the returned value itself, and that is stored in the tree (a callback
  ///   in a child, a task), keeps the tree alive forever. If that could happen, use
  ///   ``returningAnchor(fileID:filePath:line:column:_:)`` and capture the model it returns.
  /// - Parameters:
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - dependencies: Changes dependencies for the whole tree.
  /// - Returns: The same model with the anchor. If the model is already active in a tree, or is frozen, that is
  ///   reported and the anchor has no effect.
  public func withAnchor(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var model = self
    model.modelNode = ModelNode(modelNode.context, anchor: makeAnchor(callSite, dependencies))
    return model
  }

  /// Activates this model and everything below it, for as long as the returned anchor is retained.
  ///
  /// The returned model keeps nothing alive, so closures may capture it freely.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - dependencies: Changes dependencies for the whole tree.
  /// - Returns: The model, and the anchor that keeps it alive.
  public func returningAnchor(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) -> (model: Self, anchor: ModelAnchor) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let anchor = makeAnchor(callSite, dependencies)
    return (withoutAnchor, ModelAnchor(anchor: anchor))
  }

  /// Changes dependencies for this model and everything below it.
  ///
  /// This override wins over the tree's; later ones win over earlier ones. It has an effect only on a model that
  /// is in no tree yet; otherwise it is reported.
  ///
  /// - Returns: The same model.
  public func withDependencies(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> Self {
    if modelNode.context.currentPhase == .detached {
      modelNode.context.updateDependencies(update)
    } else {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      ModelDiagnostic.dependenciesAfterEnd(modelNode.context.layout.name).report(at: callSite)
    }
    return self
  }

  private func makeAnchor(
    _ callSite: CallSite,
    _ dependencies: (@Sendable (inout DependencyValues) -> Void)?
  ) -> Anchor {
    Anchor(modelNode.context, at: callSite, prepare: preparation(dependencies))
  }

  /// Prepares this model's context before it becomes a root.
  func preparation(
    _ dependencies: (@Sendable (inout DependencyValues) -> Void)?
  ) -> (Context) -> Void {
    let handle = Self.isMoreThanItsNode ? withoutAnchor : nil
    return { context in
      var inherited = DependencyValues.current.overridden { dependencies?(&$0) }
      if inherited.context == .test { inherited.undoSystem.addBackendOfTest() }
      if !inherited.isEmpty { context.setInheritedDependencies(inherited) }
      if let handle { context.keepHandle(handle) }
    }
  }
}

/// Keeps a tree of models alive.
public struct ModelAnchor: Sendable {
  private let anchor: Anchor

  init(anchor: Anchor) {
    self.anchor = anchor
  }
}
