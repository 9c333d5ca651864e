import StrataModels

/// Does commands to a tree of models and brings recorded states back in any order.
struct HistoryRun {
  private var run: TreeRun
  private let recorder: StateRecorder<Branch>
  /// The tree in each recorded state, as a plain value.
  private var plain: [StateRecord.ID: PlainBranch] = [:]

  /// Runs commands.
  ///
  /// - Throws: The difference.
  static func run(_ commands: [TreeCommand], _ retention: HistoryRetention) throws {
    let census = try {
      var run = HistoryRun(retention)
      try run.perform(commands)
      return run.run.census
    }()
    if census.objects != 0 {
      throw TreeRun.Difference(description: "\(census.objects) models leaked")
    }
  }

  private init(_ retention: HistoryRetention) {
    run = TreeRun(undo: nil)
    recorder = StateRecorder(of: run.branch, keeping: retention, clock: TestClock())
    note()
  }

  private mutating func note() {
    plain[recorder.records[recorder.position].id] = run.found
  }

  private mutating func perform(_ commands: [TreeCommand]) throws {
    for command in commands where command.kind != .anchor {
      if command.kind == .freeze {
        try restore(command.number)
      } else {
        run.perform(command)
        note()
      }
    }
    for number in [0, 1_000, 7, 3, 999] { try restore(number) }
    for _ in recorder.records {
      recorder.stepBack()
      try compare()
    }
    for _ in recorder.records {
      recorder.stepForward()
      try compare()
    }
  }

  private mutating func restore(_ number: Int) throws {
    let records = recorder.records
    let record = records[number % records.count]
    guard recorder.restore(record.id) else {
      throw TreeRun.Difference(description: "state \(record.id) is not restored")
    }
    try compare()
    run.followTree()
  }

  private func compare() throws {
    let id = recorder.records[recorder.position].id
    // Between the writes of one command is a state that was not noted.
    guard let expected = plain[id] else { return }
    let found = run.found
    if found != expected {
      let text = ValueDiff().text(from: expected, to: found) ?? ""
      throw TreeRun.Difference(description: "in state \(id):\n\(text)")
    }
    try run.compareLiving(with: expected, after: "state \(id)")
  }
}
