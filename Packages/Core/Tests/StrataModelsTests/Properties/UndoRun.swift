import StrataModels

/// Does commands to a tree of models, takes them back and does them again, and compares with a plain value.
struct UndoRun {
  /// The tree after a command.
  private struct Mark {
    let entries: Int
    let plain: PlainBranch
  }

  private var run: TreeRun
  private let stack = ModelUndoStack()
  private var marks: [Mark] = []

  /// Runs commands.
  ///
  /// - Throws: The difference.
  static func run(_ commands: [TreeCommand]) throws {
    let census = try {
      var run = UndoRun()
      try run.perform(commands)
      return run.run.census
    }()
    if census.objects != 0 {
      throw TreeRun.Difference(description: "\(census.objects) models leaked")
    }
  }

  private init() {
    run = TreeRun(undo: stack)
    marks = [Mark(entries: 0, plain: run.found)]
  }

  private mutating func perform(_ commands: [TreeCommand]) throws {
    for command in commands where command.kind != .anchor {
      run.perform(command)
      marks.append(Mark(entries: stack.undoCount, plain: run.found))
    }
    // Some twice, for what comes back must be as good as what was there.
    for _ in 0..<(commands.count % 4 == 0 ? 2 : 1) {
      for mark in marks.reversed() {
        while stack.undoCount > mark.entries { stack.undo() }
        try compare(mark, after: "undo")
      }
      for mark in marks {
        while stack.undoCount < mark.entries {
          guard stack.canRedo else {
            throw TreeRun.Difference(description: "\(stack.undoCount) of \(mark.entries) redone")
          }
          stack.redo()
        }
        try compare(mark, after: "redo")
      }
    }
  }

  private func compare(_ mark: Mark, after place: String) throws {
    let found = run.found
    if found != mark.plain {
      let text = ValueDiff().text(from: mark.plain, to: found) ?? ""
      throw TreeRun.Difference(description: "after \(place) to \(mark.entries):\n\(text)")
    }
    try run.compareLiving(with: mark.plain, after: place)
  }
}
