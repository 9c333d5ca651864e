package import StandupsData

/// The changes of a data file by the latest commands, in any process.
package struct JournalHistory: Sendable {
  /// The changes that can be taken back, the latest last.
  private var done: [ChangeStep] = []
  /// The changes that were taken back, the next to be made again last.
  private var undone: [ChangeStep] = []

  /// Makes the history from the steps of `PATH.changes`.
  package init(_ steps: [ChangeStep]) {
    for step in steps {
      switch step.kind {
      case .done:
        done.append(step)
        undone = []
      case .undone:
        if !done.isEmpty { done.removeLast() }
        undone.append(step)
      case .redone:
        if !undone.isEmpty { undone.removeLast() }
        done.append(step)
      }
    }
  }

  /// The steps that were done, oldest first, and then those that were undone, the next to be redone first.
  package var steps: [ShellHistory.Step] {
    done.map { ShellHistory.Step(command: $0.command, isUndone: false) }
      + undone.reversed().map { ShellHistory.Step(command: $0.command, isUndone: true) }
  }

  /// Takes the last change back, by any author.
  ///
  /// - Parameters:
  ///   - documents: The store of the data file; its state reports the result.
  ///   - journal: The record of the changes.
  package static func undo(in documents: DocumentStore, _ journal: DataFile.Journal) {
    documents.change { document throws(StandupsError) in
      guard let step = try JournalHistory(read: journal).done.last else {
        throw StandupsError(.usage, "There is nothing to undo: no change is on record.")
      }
      try step.takeBack(in: &document, place: journal.path)
      return .undone(step.command)
    }
  }

  /// Makes the change again that was taken back last.
  ///
  /// - Parameters:
  ///   - documents: The store of the data file; its state reports the result.
  ///   - journal: The record of the changes.
  package static func redo(in documents: DocumentStore, _ journal: DataFile.Journal) {
    documents.change { document throws(StandupsError) in
      guard let step = try JournalHistory(read: journal).undone.last else {
        throw StandupsError(.usage, "There is nothing to redo: the last change was not undone.")
      }
      try step.takeBack(in: &document, place: journal.path)
      return .redone(step.command)
    }
  }

  /// Reads the history from a record of changes.
  ///
  /// - Throws: ``StandupsError`` if the record cannot be read.
  package init(read journal: DataFile.Journal) throws(StandupsError) {
    self.init(ChangeStep.read(try journal.lines()))
  }
}

extension ChangeStep {
  /// - Throws: ``StandupsError`` where something else would be lost.
  fileprivate func takeBack(
    in document: inout StandupsDocument,
    place: String
  ) throws(StandupsError) {
    guard let back else {
      throw StandupsError(
        .usage,
        "`\(command)` changed too much to be kept; it cannot be taken back.",
        place: place
      )
    }
    guard back.current(in: document).fingerprint == left else {
      throw StandupsError(
        .usage,
        "What `\(command)` changed was changed again since, and that is not on record; it would be "
          + "lost.",
        place: place
      )
    }
    back.apply(to: &document)
  }
}
