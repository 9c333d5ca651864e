package import StrataOneStore

/// The board: columns side by side, with cards in them.
package struct BoardModel: Model {
  package struct State: Equatable, Sendable {
    package var title: String
    @StateModel<IdentifiedArrayOf<ColumnModel>> package var columns = []
    // The cards are plain values, because in a large board only the requested cards need models.
    package var cards: [Int: CardModel.State] = [:]
    /// The numbers that the next card and the next column get; no number is used twice.
    package var nextCard = 1
    package var nextColumn = 1

    /// A board with the usual first columns.
    package static var new: State {
      var state = State(title: "Board")
      for name in ["To do", "Doing", "Done"] {
        state.columns.append(.init(id: state.nextColumn, name: name))
        state.nextColumn += 1
      }
      return state
    }

    package init(title: String) { self.title = title }
  }

  @ModelState private var state: State

  package init() {}

  /// The model of a card; `nil` if there is none.
  package func card(_ id: Int) -> CardModel? { CardModel($state[dynamicMember: \.cards[id]]) }

  /// The column that a person means: by its name, by the beginning of one without its spaces, or by its number.
  ///
  /// - Throws: ``BoardFault`` if it is none, or several.
  package func column(named name: String) throws(BoardFault) -> ColumnModel.State {
    try state.column(named: name)
  }
}

extension BoardModel.State {
  /// The column that a person means; see the model's function of this name.
  ///
  /// - Throws: ``BoardFault`` if it is none, or several.
  package func column(named name: String) throws(BoardFault) -> ColumnModel.State {
    let wanted = name.lowercased()
    if let found = columns.first(where: { $0.name.lowercased() == wanted }) { return found }
    // A shell needs quotation marks for a space, so people leave it out.
    let beginning = wanted.filter { !$0.isWhitespace }
    let found = columns.filter {
      !beginning.isEmpty && $0.name.lowercased().filter { !$0.isWhitespace }.hasPrefix(beginning)
    }
    if found.count == 1, let column = found.first { return column }
    if let id = Int(name), let column = columns[id: id] { return column }
    let names = (found.isEmpty ? Array(columns) : Array(found)).map { "\"\($0.name)\"" }
    let list = names.joined(separator: ", ")
    if found.isEmpty {
      throw BoardFault(
        "There is no column \"\(name)\"; there \(names.count == 1 ? "is" : "are") "
          + "\(names.isEmpty ? "none" : list).",
        isMissing: true
      )
    }
    throw BoardFault("\"\(name)\" fits several columns: \(list).", isMissing: true)
  }

  /// A card.
  ///
  /// - Throws: ``BoardFault`` if there is none.
  package func card(_ id: Int) throws(BoardFault) -> CardModel.State {
    guard let card = cards[id] else {
      throw BoardFault("There is no card #\(id).", isMissing: true)
    }
    return card
  }

  /// A column's name, for sentences.
  package func columnName(_ id: Int) -> String { columns[id: id]?.name ?? "column \(id)" }
}
