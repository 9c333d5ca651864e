/// One step of a change of the board; it describes the result, not the way.
package enum Operation: Equatable, Sendable {
  case renameBoard(String)
  case addColumn(id: Int, name: String, limit: Int?, at: Int)
  case editColumn(id: Int, name: String?, limit: FieldEdit<Int>)
  case moveColumn(id: Int, at: Int)
  case removeColumn(id: Int)
  case addCard(CardModel.State, at: Int)
  case editCard(id: Int, CardEdit)
  case moveCard(id: Int, to: Int, at: Int)
  case removeCard(id: Int)
}

/// The edit of a value that may be missing.
package enum FieldEdit<Value: Equatable & Sendable>: Equatable, Sendable {
  case keep
  case set(Value?)
}

/// The changes of a card; `nil` leaves a value as it is.
package struct CardEdit: Equatable, Sendable {
  package var title: String?
  package var text: String?
  package var labels: [String]?
  package var due: FieldEdit<Day> = .keep
  package var items: [ChecklistItem]?

  package init() {}

  package var isEmpty: Bool { self == CardEdit() }
}
