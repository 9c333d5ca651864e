import StrataConcurrency

/// The texts of everything this module complains about, in one place.
struct ModelComplaint: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  static func workBeforeAnchor(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Work was started on a \(name) that is in no tree, where nothing would ever end it. It is not \
      run. Anchor the model, or add it to an anchored one, and start work from onActivate() on.
      """
    )
  }

  static func workAfterRemoval(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Work was started on a \(name) after it had left its tree. It is not run. Start it before the model \
      is removed, or on one that stays, as its parent; do what its end asks for in onCancel.
      """
    )
  }

  static func dependencyBeforeAnchor(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      A dependency was read on a \(name) that is in no tree. The default value is given, without \
      what the tree overrides. Anchor the model, or add it to an anchored one, and read \
      dependencies from onActivate() on.
      """
    )
  }

  static func listeningBeforeAnchor(_ name: String, to what: String) -> ModelComplaint {
    ModelComplaint(
      """
      \(what) of a \(name) that is in no tree were asked for, and end at once. Anchor the model, or \
      add it to an anchored one, and listen from onActivate() on.
      """
    )
  }

  static func workOnFrozenCopy(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Work was started on a frozen copy of a \(name), which does not live. It is not run. Start it \
      on the live original.
      """
    )
  }

  static func dependencyOfFrozenCopy(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      A dependency was read on a frozen copy of a \(name), which is in no tree. The default value is \
      given. Read it on the live original.
      """
    )
  }

  static func endlessEvaluation(of kind: String) -> ModelComplaint {
    ModelComplaint(
      """
      The expression of \(kind) writes what it reads: 100 evaluations in a row were each the reason of \
      the next. It is not evaluated again until something else changes. Write nothing in it.
      """
    )
  }

  static func hiddenModels(
    _ place: String,
    _ type: Any.Type,
    _ hidden: HiddenModels
  ) -> ModelComplaint {
    ModelComplaint(
      """
      \(place) is of the type \(type), in which the models of \(hidden.carrierName) are hidden: they do \
      not become part of the tree. \(hidden.remedy)
      """
    )
  }

  static func unknownContainer(_ place: String, _ type: Any.Type) -> ModelComplaint {
    ModelComplaint(
      """
      \(place) is of the type \(type), of which its generic model does not know that it holds models: \
      they do not become part of the tree. Write 'T: ModelContainer' where the model declares the \
      type's parameter.
      """
    )
  }

  static func constantModel(_ place: String, _ model: String) -> ModelComplaint {
    ModelComplaint(
      """
      \(place) is a constant with a \(model) that is in no tree: models in constants do not become \
      part of the tree. Make it a 'var', or let the constant refer to a model that lives elsewhere.
      """
    )
  }

  static func lateStep(_ function: String, _ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      \(function) of a \(name) was called after it had joined a tree: the closure is not called in this \
      life. Call \(function) before the model is anchored or added.
      """
    )
  }

  static func lateDependencies(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Dependencies of a \(name) were changed after it had joined a tree. The change has no effect. \
      Call withDependencies before the model is anchored or added.
      """
    )
  }

  // MARK: History

  static func undoOutsideTrees(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Undo of a \(name) that lives in no tree was to be tracked. Nothing is tracked. Call trackUndo in \
      onActivate().
      """
    )
  }

  static var undoOvertaken: ModelComplaint {
    ModelComplaint(
      """
      A step cannot be undone or redone: a property that it has changed has been changed since by something \
      that the stack does not track. Nothing is done, and the step is dropped. Track a property in one place, \
      with one backend.
      """
    )
  }

  static func noUndoBackend(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Undo of a \(name) was to be tracked, and there is no backend that takes the entries. Nothing is \
      tracked. Give the tree one: withAnchor { $0.undoSystem.backend = ModelUndoStack() }.
      """
    )
  }

  static func undoTrackedTwice(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      Undo of a \(name) was to be tracked a second time. The first call holds. Call trackUndo once in each \
      life, with all properties.
      """
    )
  }

  static func noOwnProperty(_ name: String, _ path: AnyKeyPath) -> ModelComplaint {
    ModelComplaint(
      """
      \(path) does not lead to properties of \(name) alone. Only those that it reads of \(name) itself \
      count; name properties of other models where those models are.
      """
    )
  }

  static func recordedOutsideTrees(_ name: String) -> ModelComplaint {
    ModelComplaint(
      """
      States of a \(name) that lives in no tree were to be recorded. Nothing is recorded. Make the recorder \
      when the model is anchored.
      """
    )
  }

  static func stateNotKept(_ name: String, _ id: Int, _ kept: [Int]) -> ModelComplaint {
    ModelComplaint(
      """
      State \(id) of a \(name) was to be restored, and is not kept. Nothing is restored. States \
      \(kept.first ?? 0) to \(kept.last ?? 0) are, as far as they are in records; keep more with another \
      HistoryThinning.
      """
    )
  }
}
