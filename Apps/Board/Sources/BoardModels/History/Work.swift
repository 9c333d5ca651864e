import StrataOneStore

/// What it takes to make changes, in steps.
///
/// A short file could otherwise ask for more than a machine can do: a line that takes a thousand changes back has
/// 45 bytes, and a change may pass over each card of a column.
package struct Work: Equatable, Sendable {
  /// How many bytes of texts, or cards that are passed, take as long as a step of a small change.
  private static let unit = 256

  package private(set) var steps = 0

  package init() {}

  /// Adds an operation that was made.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - inverse: What takes it back.
  ///   - board: The board after it.
  /// - Throws: ``BoardFault`` if all of it is more than ``BoardLimit/steps``.
  package mutating func add(
    _ operation: Operation,
    inverse: Operation,
    on board: BoardModel.State
  ) throws(BoardFault) {
    steps += 1 + (operation.bytes + board.passed(operation) + board.passed(inverse)) / Self.unit
    guard steps <= BoardLimit.steps else {
      throw BoardFault(
        "The history takes more than \(BoardLimit.steps) steps of work to follow; "
          + "`board compact` folds old changes together."
      )
    }
  }
}

extension BoardModel.State {
  /// How many cards, or columns with their names, lie behind the position of an operation, or of its inverse.
  fileprivate func passed(_ operation: Operation) -> Int {
    func cards(behind position: Int, in column: Int) -> Int {
      let count = columns[id: column]?.cards.count ?? 0
      return count - position.clamped(to: 0...count)
    }
    switch operation {
    case .renameBoard, .editCard, .removeCard: return 0
    // A column's name is compared with the others.
    case .addColumn, .editColumn, .moveColumn, .removeColumn:
      return columns.reduce(0) { $0 + 256 + 4 * $1.name.utf8.count }
    case .addCard(let card, let position): return cards(behind: position, in: card.column)
    case .moveCard(_, let column, let position): return cards(behind: position, in: column)
    }
  }
}

extension Operation {
  /// How many bytes its texts have.
  fileprivate var bytes: Int {
    switch self {
    case .addCard(let card, _):
      card.title.utf8.count + card.text.utf8.count + Self.bytes(card.labels)
        + Self.bytes(card.items)
    case .editCard(_, let edit):
      (edit.title?.utf8.count ?? 0) + (edit.text?.utf8.count ?? 0)
        + Self.bytes(edit.labels ?? []) + Self.bytes(edit.items ?? [])
    default: 0
    }
  }

  private static func bytes(_ labels: [String]) -> Int {
    labels.reduce(0) { $0 + 8 + $1.utf8.count }
  }

  private static func bytes(_ items: [ChecklistItem]) -> Int {
    items.reduce(0) { $0 + 8 + $1.text.utf8.count }
  }
}
