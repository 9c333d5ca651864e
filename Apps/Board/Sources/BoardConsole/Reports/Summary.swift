import BoardModels
import ProgramText

/// Changes in words, as they are about to be made.
enum Summary: Sendable {
  /// The effect of a change on a board that has all changes before it.
  ///
  /// - Parameters:
  ///   - entry: The change.
  ///   - board: The board before it.
  ///   - targets: The changes that it takes back, or makes again.
  /// - Returns: The words, without a full stop.
  static func text(of entry: Entry, on board: BoardModel.State, targets: [Int]) -> String {
    switch entry.kind {
    case .change(let operations): return text(of: operations, on: board)
    case .undo: return "took back \(list(targets))"
    case .redo: return "made again \(list(targets))"
    }
  }

  static func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(5).map(String.init).joined(separator: ", ")
    return numbers.count > 5 ? "\(shown) and \(numbers.count - 5) more" : shown
  }

  private static func text(of operations: [Operation], on board: BoardModel.State) -> String {
    guard let first = operations.first else { return "changed nothing" }
    let text = text(of: first, on: board)
    let others = operations.count - 1
    return others == 0 ? text : "\(text), and \(others) more"
  }

  private static func text(of operation: Operation, on board: BoardModel.State) -> String {
    switch operation {
    case .renameBoard(let title): "renamed the board to \(quoted(title))"
    case .addColumn(_, let name, _, _): "added the column \(quoted(name))"
    case .editColumn(let id, let name, let limit): columnEdit(id, name, limit, on: board)
    case .moveColumn(let id, let position):
      "moved the column \(quoted(board.columnName(id))) to place \(place(position, on: board))"
    case .removeColumn(let id): "removed the column \(quoted(board.columnName(id)))"
    case .addCard(let card, _):
      "added #\(card.id) \(quoted(card.title)) to \(board.columnName(card.column))"
    case .editCard(let id, let edit): "changed \(named(id, board)): \(parts(of: edit))"
    case .moveCard(let id, let column, _):
      board.cards[id]?.column == column
        ? "moved \(named(id, board)) within \(board.columnName(column))"
        : "moved \(named(id, board)) to \(board.columnName(column))"
    case .removeCard(let id): "removed \(named(id, board))"
    }
  }

  /// The place that a position of a file means; it may be any number.
  private static func place(_ position: Int, on board: BoardModel.State) -> Int {
    min(max(position, 0), max(board.columns.count - 1, 0)) + 1
  }

  private static func columnEdit(
    _ id: Int,
    _ name: String?,
    _ limit: FieldEdit<Int>,
    on board: BoardModel.State
  ) -> String {
    var parts: [String] = []
    if let name { parts.append("name \(quoted(name))") }
    if case .set(let limit) = limit { parts.append(limit.map { "limit \($0)" } ?? "no limit") }
    return "changed the column \(quoted(board.columnName(id))): \(parts.joined(separator: ", "))"
  }

  private static func parts(of edit: CardEdit) -> String {
    var parts: [String] = []
    if let title = edit.title { parts.append("title \(quoted(title))") }
    if let text = edit.text { parts.append(text.isEmpty ? "no text" : "text") }
    if let labels = edit.labels {
      parts.append(labels.isEmpty ? "no labels" : "labels \(labels.joined(separator: ", "))")
    }
    if case .set(let due) = edit.due { parts.append(due.map { "due \($0.text)" } ?? "not due") }
    if let items = edit.items {
      parts.append("checklist \(items.count { $0.isDone })/\(items.count)")
    }
    return DisplayText.printable(parts.joined(separator: ", "))
  }

  private static func named(_ id: Int, _ board: BoardModel.State) -> String {
    "#\(id)" + (board.cards[id].map { " \(quoted($0.title))" } ?? "")
  }

  /// A text in quotation marks, short enough for a sentence.
  static func quoted(_ text: String) -> String {
    "\"\(DisplayText.cut(DisplayText.printable(text), to: 60))\""
  }
}
