package import StandupsData
import Strata
import StrataConcurrency
package import StrataDependencies
import StrataStores

/// The changes of a data file by the commands of one shell, which can be taken back.
///
/// Undoing never takes back another process's change: it is rejected then, and the next change here begins a new
/// history.
package final class ShellHistory: Sendable {
  /// A command that has changed something.
  package struct Step: Hashable, Sendable {
    package let command: String
    package let isUndone: Bool
  }

  private struct State: Sendable {
    /// The running command.
    var command = ""
    /// All that can be undone or redone, oldest first.
    var commands: [String] = []
  }

  /// How many changes can be taken back.
  private static let limit = 100

  /// The data file that messages name, and the only one whose changes count.
  package let path: String
  private let stack = ModelUndoStack(limit: limit)
  private let model: DocumentHistory
  private let anchor: ModelAnchor
  private let state = Locked(State(), rank: .leaf)

  /// Makes a history of nothing.
  ///
  /// - Parameter path: The data file.
  package init(of path: String) {
    self.path = path
    let stack = stack
    (model, anchor) = DocumentHistory().returningAnchor { $0.undoSystem.backend = stack }
  }

  /// Begins a command; the following changes belong to it.
  package func begin(_ command: String) {
    state.withLock { $0.command = command }
  }

  /// The data file was changed here.
  package func note(from old: StandupsDocument, to new: StandupsDocument) {
    // Nothing new, or what undoing and redoing have written.
    guard old != new, new != model.document else { return }
    if old != model.document {
      model.restart(with: old)
      stack.removeAll()
    }
    model.change(to: new, by: state.withLock { $0.command })
    let done = Array(model.done.suffix(stack.undoCount))
    state.withLock { $0.commands = done }
  }

  /// The steps that were done, oldest first, and then those that were undone, the next to be redone first.
  package var steps: [Step] {
    let count = stack.undoCount
    return state.withLock { $0.commands }.enumerated().map { index, command in
      Step(command: command, isUndone: index >= count)
    }
  }

  /// Takes the last change back.
  ///
  /// - Parameter documents: The store of the data file; its state reports the result.
  /// - Throws: ``StandupsError`` if there is nothing to take back.
  package func undo(in documents: DocumentStore) throws(StandupsError) {
    guard let step = steps.last(where: { !$0.isUndone }) else {
      let reason =
        steps.isEmpty ? "this shell has changed nothing" : "each change here was taken back"
      throw StandupsError(.noInput, "There is nothing to undo: \(reason).")
    }
    move(documents, .undone(step.command), { stack.undo() }, back: { stack.redo() })
  }

  /// Makes the change again that was last taken back.
  ///
  /// - Parameter documents: The store of the data file; its state reports the result.
  /// - Throws: ``StandupsError`` if there is nothing to make again.
  package func redo(in documents: DocumentStore) throws(StandupsError) {
    guard let step = steps.first(where: \.isUndone) else {
      throw StandupsError(.noInput, "There is nothing to redo: the last change was not undone.")
    }
    move(documents, .redone(step.command), { stack.redo() }, back: { stack.undo() })
  }

  private func move(
    _ documents: DocumentStore,
    _ change: DocumentChange,
    _ step: () -> Void,
    back: () -> Void
  ) {
    let before = model.document
    step()
    let after = model.document
    documents.change { document throws(StandupsError) in
      guard document == before else {
        throw StandupsError(
          .data,
          "Somebody else has changed the data file since; undoing and redoing would lose that.",
          place: path
        )
      }
      document = after
      return change
    }
    if documents.state.failure != nil { back() }
  }
}

extension DependencyValues {
  /// The history of the shell in which a command runs; `nil` outside of shells.
  package var shellHistory: ShellHistory? {
    get { self[ShellHistoryKey.self] }
    set { self[ShellHistoryKey.self] = newValue }
  }
}

private enum ShellHistoryKey: DependencyKey {
  static var liveValue: ShellHistory? { nil }
  static var testValue: ShellHistory? { nil }
}
