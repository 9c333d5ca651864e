import StrataOneStore

/// The board, its history, and the operations on it: the root of the store.
package struct DeskModel: Model {
  package struct State: Equatable, Sendable {
    @StateModel<BoardModel> package var board = .new
    package var history = History(base: .new)

    package init(board: BoardModel.State = .new) {
      self.board = board
      history = History(base: board)
    }

    package init(board: BoardModel.State, history: History) {
      self.board = board
      self.history = history
    }

    /// Makes a change.
    ///
    /// - Throws: ``BoardFault``; a part of the change may be made then.
    package mutating func accept(_ entry: Entry) throws(BoardFault) {
      // This is a property of the wrapper itself, because it stands for all of the state while it is changed.
      try history.accept(entry, on: &_board.wrappedValue)
    }
  }

  /// An event for the part of the program that stores the board.
  package enum Event: Equatable, Sendable {
    /// A change was made.
    case changed(Entry)
  }

  @ModelState private var state: State

  package init() {}

  /// Changes the board as one step: all of it, or nothing.
  ///
  /// - Returns: The change to store.
  /// - Throws: ``BoardFault``; nothing is changed then.
  @discardableResult
  package func change(
    _ operations: [Operation],
    _ note: Note
  ) throws(BoardFault) -> Entry {
    guard operations.count <= BoardLimit.operations else {
      throw BoardFault("A change has at most \(BoardLimit.operations) steps.")
    }
    return try accept(.change(operations), note)
  }

  /// Takes back the latest changes, the latest first.
  ///
  /// - Returns: The change to store.
  /// - Throws: ``BoardFault`` if there are fewer; nothing is changed then.
  @discardableResult
  package func undo(_ times: Int, _ note: Note) throws(BoardFault) -> Entry {
    try accept(.undo(times), note)
  }

  /// Makes again the changes that were taken back, the latest first.
  ///
  /// - Returns: The change to store.
  /// - Throws: ``BoardFault`` if there are fewer; nothing is changed then.
  @discardableResult
  package func redo(_ times: Int, _ note: Note) throws(BoardFault) -> Entry {
    try accept(.redo(times), note)
  }

  private func accept(_ kind: Entry.Kind, _ note: Note) throws(BoardFault) -> Entry {
    let entry = try $state.transaction { state throws(BoardFault) in
      let entry = Entry(number: state.history.count + 1, note: note, kind: kind)
      try state.accept(entry)
      return entry
    }
    send(.changed(entry))
    return entry
  }
}
