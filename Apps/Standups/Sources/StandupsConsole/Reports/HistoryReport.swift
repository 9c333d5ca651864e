import StandupsFeatures

/// `history`.
struct HistoryReport: Encodable {
  /// A command that has changed something.
  struct Step: Encodable {
    let command: String
    let isUndone: Bool
  }

  let history: [Step]

  init(_ steps: [ShellHistory.Step]) {
    history = steps.map { Step(command: $0.command, isUndone: $0.isUndone) }
  }
}

/// `undo` and `redo`: one of the two is there.
struct UndoReport: Encodable {
  var undone: String?
  var redone: String?
}
