/// All changes of a board, and the board before the first one.
package struct History: Equatable, Sendable {
  /// A change that can be taken back, or made again.
  struct Step: Equatable, Sendable {
    /// The change.
    var number: Int
    /// The entry that has made the step.
    var origin: Int
    /// The operations that take it back, or make it again.
    var operations: [Operation]
  }

  /// The board before the first entry.
  package private(set) var base: BoardModel.State
  /// How many changes came before the first entry, and are part of ``base``.
  package private(set) var folded: Int
  /// The changes since, the oldest first.
  package private(set) var entries: [Entry] = []
  /// What it takes to make all changes.
  private var work = Work()
  fileprivate var done: [Step] = []
  fileprivate var undone: [Step] = []

  package init(base: BoardModel.State, folded: Int = 0) {
    self.base = base
    self.folded = folded
  }

  /// The number of the latest change.
  package var count: Int { folded + entries.count }
  /// How many changes can be taken back.
  package var undoable: Int { done.count }
  /// How many changes can be made again.
  package var redoable: Int { undone.count }

  /// Makes a change of a board, which must have all changes before it, and records it.
  ///
  /// - Throws: ``BoardFault``; a part of the change may then be made, and nothing is recorded.
  package mutating func accept(
    _ entry: Entry,
    on board: inout BoardModel.State
  ) throws(BoardFault) {
    guard entry.number == count + 1 else {
      throw BoardFault("The change has number \(entry.number) instead of \(count + 1).")
    }
    switch entry.kind {
    case .change(let operations):
      let inverse = try board.apply(operations, counting: &work)
      done.append(Step(number: entry.number, origin: entry.number, operations: inverse))
      undone = []
    case .undo(let times):
      try Self.turn(times, entry.number, from: &done, to: &undone, on: &board, &work, "taken back")
    case .redo(let times):
      try Self.turn(times, entry.number, from: &undone, to: &done, on: &board, &work, "made again")
    }
    entries.append(entry)
  }

  private static func turn(
    _ times: Int,
    _ origin: Int,
    from source: inout [Step],
    to target: inout [Step],
    on board: inout BoardModel.State,
    _ work: inout Work,
    _ words: String
  ) throws(BoardFault) {
    guard times <= BoardLimit.turns else {
      throw BoardFault("At most \(BoardLimit.turns) changes are \(words) at once.")
    }
    guard times >= 1, times <= source.count else {
      throw BoardFault(
        source.isEmpty
          ? "There is nothing to be \(words)." : "Only \(source.count) changes can be \(words).",
        isMissing: true
      )
    }
    for _ in 0..<times {
      guard let step = source.popLast() else { return }
      let inverse = try board.apply(step.operations, counting: &work)
      target.append(Step(number: step.number, origin: origin, operations: inverse))
    }
  }

  /// The board as it was after a change; 0 is before the first.
  ///
  /// - Throws: ``BoardFault`` if there is no such change, or none any more.
  /// - Complexity: O(n) in the number of changes until then.
  package func board(at number: Int) throws(BoardFault) -> BoardModel.State {
    var board = base
    var history = History(base: base, folded: folded)
    for entry in entries.prefix(try index(of: number)) { try history.accept(entry, on: &board) }
    return board
  }

  /// The boards after two changes.
  ///
  /// - Throws: ``BoardFault`` if there is no such change, or none any more.
  package func boards(
    at first: Int,
    _ second: Int
  ) throws(BoardFault) -> (BoardModel.State, BoardModel.State) {
    (try board(at: first), try board(at: second))
  }

  private func index(of number: Int) throws(BoardFault) -> Int {
    guard number <= count, number >= 0 else {
      throw BoardFault("There is no change \(number); the latest is \(count).", isMissing: true)
    }
    guard number >= folded else {
      throw BoardFault(
        "The changes up to \(folded) were folded together; \(folded) is the earliest.",
        isMissing: true
      )
    }
    return number - folded
  }

  /// What a file holds of it.
  package var record: HistoryRecord {
    HistoryRecord(base: base, folded: folded, entries: entries)
  }

  /// What a file holds of the same history when its oldest part becomes part of the base.
  ///
  /// More changes stay if one of the remaining ones takes back an older one, or makes it again.
  ///
  /// - Parameter kept: How many of the latest changes stay.
  /// - Returns: What the file holds then.
  /// - Throws: ``BoardFault`` if the history cannot be followed.
  package func folding(keeping kept: Int) throws(BoardFault) -> HistoryRecord {
    var first = max(folded, count - max(0, kept))
    for need in needs.reversed() where need.number > first { first = min(first, need.earliest - 1) }
    return HistoryRecord(
      base: try board(at: first),
      folded: first,
      entries: Array(entries.dropFirst(first - folded))
    )
  }

  /// By entry that takes others back, or makes them again, the earliest one that it depends on.
  private var needs: [(number: Int, earliest: Int)] {
    var needs: [(number: Int, earliest: Int)] = []
    // The entries that have made the steps; the steps themselves matter to none of this.
    var (done, undone): ([Int], [Int]) = ([], [])
    for entry in entries {
      let origins: ArraySlice<Int>
      switch entry.kind {
      case .change:
        done.append(entry.number)
        undone = []
        continue
      case .undo(let times):
        origins = done.suffix(times)
        done.removeLast(origins.count)
        undone += repeatElement(entry.number, count: origins.count)
      case .redo(let times):
        origins = undone.suffix(times)
        undone.removeLast(origins.count)
        done += repeatElement(entry.number, count: origins.count)
      }
      if let earliest = origins.min() { needs.append((entry.number, earliest)) }
    }
    return needs
  }
}

/// What a file holds of a history: a board, and the changes since.
package struct HistoryRecord: Equatable, Sendable {
  /// The board before the first entry.
  package let base: BoardModel.State
  /// How many changes are part of ``base``.
  package let folded: Int
  /// The changes since, the oldest first.
  package let entries: [Entry]
}

extension History {
  /// Goes through the changes once more, and shows those after a number before they are made.
  ///
  /// - Parameters:
  ///   - number: The number behind which `body` is called.
  ///   - body: Receives a change, the board before it, and the changes that it takes back or makes again. It must
  ///     not store the board, because that would copy it for each change.
  /// - Throws: ``BoardFault`` if the changes cannot be made.
  package func walk(
    after number: Int,
    _ body: (Entry, BoardModel.State, [Int]) -> Void
  ) throws(BoardFault) {
    var (board, history) = (base, History(base: base, folded: folded))
    for entry in entries {
      if entry.number > number { body(entry, board, history.targets(of: entry)) }
      try history.accept(entry, on: &board)
    }
  }

  private func targets(of entry: Entry) -> [Int] {
    switch entry.kind {
    case .change: []
    case .undo(let times): done.suffix(times).reversed().map(\.number)
    case .redo(let times): undone.suffix(times).reversed().map(\.number)
    }
  }

  /// The changes that the latest entry has taken back, or made again.
  package var latestTargets: [Int] {
    switch entries.last?.kind {
    case .undo(let times): undone.suffix(times).map(\.number)
    case .redo(let times): done.suffix(times).map(\.number)
    case .change, nil: []
    }
  }
}
