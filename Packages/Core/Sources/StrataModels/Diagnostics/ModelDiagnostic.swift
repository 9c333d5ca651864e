@_spi(Strata) import StrataConcurrency

/// The text of something that this module reports.
struct ModelDiagnostic: Sendable, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  /// Reports it with the nearest line that is known, while the caller is on the stack.
  func report(near callSite: CallSite) {
    ReportSink.report(message, near: callSite)
  }

  static func workBeforeAnchor(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Work was started on a \(name) that is in no tree, where nothing would ever end it. It is not \
      run. Anchor the model, or add it to an anchored one, and start work from onActivate() on.
      """
    )
  }

  static func workAfterRemoval(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Work was started on a \(name) after it had left its tree. It is not run. Start it before the model \
      is removed, or on one that stays, as its parent; do what its end asks for in onCancel.
      """
    )
  }

  static func dependencyBeforeAnchor(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      A dependency was read on a \(name) that is in no tree. The default value is given, without \
      what the tree overrides. Anchor the model, or add it to an anchored one, and read \
      dependencies from onActivate() on.
      """
    )
  }

  static func listeningBeforeAnchor(_ name: String, to what: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(what) of a \(name) that is in no tree were asked for, and end at once. Anchor the model, or \
      add it to an anchored one, and listen from onActivate() on.
      """
    )
  }

  static func listeningAfterRemoval(_ name: String, to what: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(what) of a \(name) were asked for after it had left its tree, and end at once. Listen before the \
      model is removed, or to one that stays, as its parent.
      """
    )
  }

  static func workOnFrozenCopy(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Work was started on a frozen copy of a \(name), which does not live. It is not run. Start it \
      on the live original.
      """
    )
  }

  static func dependencyOfFrozenCopy(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      A dependency was read on a frozen copy of a \(name), which is in no tree. The default value is \
      given. Read it on the live original.
      """
    )
  }

  static func endlessEvaluation(of kind: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      The expression of \(kind) writes what it reads: 100 evaluations in a row were each the reason of \
      the next. It is not evaluated again until something else changes. Write nothing in it.
      """
    )
  }

  static func lateStep(_ function: String, _ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(function) of a \(name) was called after it had joined a tree: the closure is not called in this \
      life. Call \(function) before the model is anchored or added.
      """
    )
  }

  static func dependenciesAfterEnd(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Dependencies of a \(name) were changed after it had joined a tree. The change has no effect. \
      Call withDependencies before the model is anchored or added.
      """
    )
  }

  /// The text about properties of which each holds a model whose next property leads on in a circle.
  static func endlessModels(_ properties: [String]) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Each instance holds a model that leads back to its own kind, through \
      \(properties.joined(separator: " and ")): there would be no last one. Make one of the properties \
      optional, or a collection.
      """
    )
  }

  // MARK: History
}
