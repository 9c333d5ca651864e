extension ModelDiagnostic {
  static func undoOutsideTrees(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Undo of a \(name) that lives in no tree was to be tracked. Nothing is tracked. Call trackUndo in \
      onActivate().
      """
    )
  }

  static func undoAfterRemoval(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Undo of a \(name) was to be tracked after it had left its tree. Nothing is tracked. Call trackUndo \
      before the model is removed, in onActivate().
      """
    )
  }

  static var undoSuperseded: ModelDiagnostic {
    ModelDiagnostic(
      """
      A step cannot be undone or redone: a property that it has changed has been changed since by something \
      that the stack does not track. Nothing is done, and the step is dropped. Track a property in one place, \
      with one backend.
      """
    )
  }

  static func noUndoBackend(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Undo of a \(name) was to be tracked, and there is no backend that takes the entries. Nothing is \
      tracked. Give the tree one: withAnchor { $0.undoSystem.backend = ModelUndoStack() }.
      """
    )
  }

  static func undoTrackedTwice(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      Undo of a \(name) was to be tracked a second time. The first call holds. Call trackUndo once in each \
      life, with all properties.
      """
    )
  }

  static func noOwnProperty(_ name: String, _ path: AnyKeyPath) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(path) does not lead to properties of \(name) alone. Only those that it reads of \(name) itself \
      count; name properties of other models where those models are.
      """
    )
  }

  static func recordedOutsideTrees(_ name: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      States of a \(name) that lives in no tree were to be recorded. Nothing is recorded. Make the recorder \
      when the model is anchored.
      """
    )
  }

  static func stateNotKept(_ name: String, _ id: Int, _ kept: [Int]) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      State \(id) of a \(name) was to be restored, and is not kept. Nothing is restored. States \
      \(kept.first ?? 0) to \(kept.last ?? 0) are, as far as they are in records; keep more with another \
      HistoryRetention.
      """
    )
  }
}
