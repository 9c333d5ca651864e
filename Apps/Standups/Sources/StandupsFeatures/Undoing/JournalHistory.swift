package import StandupsData

/// The changes of a data file by the latest commands, in any process.
package struct JournalHistory: Sendable {
  /// The changes that can be taken back, the latest last.
  private var done: [ChangeStep] = []
  /// The changes that were taken back, the next to be made again last.
  private var undone: [ChangeStep] = []
  /// The last step, whatever it was.
  private let last: ChangeStep?

  /// Makes the history from the steps of `PATH.changes`.
  package init(_ steps: [ChangeStep]) {
    last = steps.last
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
      let history = try JournalHistory(read: journal)
      guard let step = history.done.last else {
        let reason =
          history.undone.isEmpty ? "no change is on record" : "each change on record was taken back"
        throw StandupsError(.noInput, "There is nothing to undo: \(reason).")
      }
      try step.takeBack(in: &document, .undone, place: journal.path)
      if let warning = history.warning(about: journal) { documents.warn(warning) }
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
      let history = try JournalHistory(read: journal)
      guard let step = history.undone.last else {
        throw StandupsError(.noInput, "There is nothing to redo: the last change was not undone.")
      }
      try step.takeBack(in: &document, .redone, place: journal.path)
      if let warning = history.warning(about: journal) { documents.warn(warning) }
      return .redone(step.command)
    }
  }

  /// Reads the history from a record of changes.
  ///
  /// - Throws: ``StandupsError`` if the record cannot be read.
  package init(read journal: DataFile.Journal) throws(StandupsError) {
    self.init(ChangeStep.read(try journal.lines()))
  }

  /// What to say if the data file has changes that are not on record.
  private func warning(about journal: DataFile.Journal) -> StandupsError? {
    guard let last, let file = last.file, let digest = try? journal.digest(), digest != file else {
      return nil
    }
    return StandupsError(
      .data,
      "The data file was changed after `\(last.command)` by something that is not on record, such as a "
        + "command that was killed or an editor. That change stays.",
      place: journal.path
    )
  }
}

extension ChangeStep {
  /// - Throws: ``StandupsError`` where something else would be lost.
  fileprivate func takeBack(
    in document: inout StandupsDocument,
    _ kind: Kind,
    place: String
  ) throws(StandupsError) {
    guard let back else {
      throw StandupsError(
        .data,
        "`\(command)` changed too much to be kept; it cannot be \(kind.inWords).",
        place: place
      )
    }
    guard back.current(in: document).fingerprint == left else {
      throw StandupsError(
        .data,
        "What `\(command)` changed was changed again since, and that is not on record; it would be "
          + "lost.",
        place: place
      )
    }
    var changed = document
    back.apply(to: &changed)
    // A step that leads nowhere would lose what it takes back.
    var step = ChangeStep(kind, command, from: document, to: changed)
    _ = step.makeLine()
    guard step.back != nil else {
      throw StandupsError(
        .data,
        "`\(command)` is not \(kind.inWords): that would change too much to be kept, so it could not "
          + "be reversed. Remove what is not wanted instead.",
        place: place
      )
    }
    document = changed
  }
}

extension ChangeStep.Kind {
  fileprivate var inWords: String {
    switch self {
    case .done: "made"
    case .undone: "taken back"
    case .redone: "made again"
    }
  }
}
