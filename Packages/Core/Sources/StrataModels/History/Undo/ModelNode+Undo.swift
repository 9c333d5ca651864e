import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Tracks changes in this model, and in all below it, so that they can be undone.
  ///
  /// ```swift
  /// func onActivate() { node.trackUndo() }
  /// ```
  ///
  /// Each transaction makes one entry, and so does a write outside of one. Undoing and redoing make no entries.
  /// Changes by the activation of added models belong to the transaction that added them. Changes while the tree
  /// is first activated make no entry. Changes by tasks and observers make entries of their own: leave out the
  /// properties that they derive.
  ///
  /// Local values, the environment and preferences are no properties, and undo leaves them as they are.
  ///
  /// A model below that tracks undo itself decides alone about its own subtree. The `undoSystem.backend` that is
  /// nearest to this model receives the entries; if there is none, that is reported, and nothing is tracked. In a
  /// test each tree has one. Tracking ends with this incarnation of the model, so begin it in `onActivate()`. A second call in one
  /// incarnation is reported, and so is one on a model that is in no tree; both have no effect.
  ///
  /// While something is tracked, writes of its tree retain the earlier value, and a collection that is changed in
  /// place is copied.
  public func trackUndo(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    trackUndo(.all, at: callSite)
  }

  /// Tracks changes in some properties of this model, and in the models in them, so that they can be undone.
  ///
  /// Like `trackUndo()`; other properties are left as they are.
  ///
  /// - Parameters:
  ///   - path: A property of this model; of a computed one, those that it reads.
  ///   - others: Further properties.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func trackUndo(
    _ path: PartialKeyPath<M>,
    _ others: PartialKeyPath<M>...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    trackUndo(.only(slots(of: [path] + others, at: callSite)), at: callSite)
  }

  /// Tracks changes in this model, and in all below it, except in some properties, so that they can be undone.
  ///
  /// Like `trackUndo()`; an excluded property leaves out the models in it as well.
  ///
  /// - Parameters:
  ///   - path: A property of this model; of a computed one, those that it reads.
  ///   - others: Further properties.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func trackUndo(
    excluding path: PartialKeyPath<M>,
    _ others: PartialKeyPath<M>...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    trackUndo(.except(slots(of: [path] + others, at: callSite)), at: callSite)
  }

  private func trackUndo(_ selection: SlotSelection, at callSite: CallSite) {
    let name = context.layout.name
    switch context.workplace.phase {
    case .attached, .active: break
    case .detached, .frozen: return ModelDiagnostic.undoOutsideTrees(name).report(at: callSite)
    case .sealed, .removed:
      guard context.noteWorkAfterEnd() else { return }
      return ModelDiagnostic.undoAfterRemoval(name).report(at: callSite)
    }
    guard let backend = context.dependencies.undoSystem.backend else {
      return ModelDiagnostic.noUndoBackend(name).report(at: callSite)
    }
    let changeLog = context.openChangeLog(of: backend, keepsValues: true, ChangeLogRule(selection))
    {
      entry in
      if !entry.isRestoration { backend.push(UndoEntry(entry)) }
    }
    guard let changeLog else {
      if context.workplace.phase.isLive {
        ModelDiagnostic.undoTrackedTwice(name).report(at: callSite)
      }
      return
    }
    (backend as? ModelUndoStack)?.note(changeLog)
    context.work.onCancel { [context] in
      changeLog.stopRecordingEndedLifetime(of: context)
      backend.removeEndedEntries()
    }
  }

  /// The slots that properties read.
  func slots(of paths: [PartialKeyPath<M>], at callSite: CallSite) -> Set<Int> {
    guard let model = M.handle(of: context) else { return [] }
    var slots: Set<Int> = []
    for path in paths {
      let recording = ReadRecording()
      recording.record { _ = model[keyPath: path] }
      let own = recording.reads.filter { $0.context === context }.map(\.slot)
      if own.isEmpty || own.count < recording.reads.count {
        ModelDiagnostic.noOwnProperty(context.layout.name, path).report(at: callSite)
      }
      slots.formUnion(own)
    }
    return slots
  }
}
