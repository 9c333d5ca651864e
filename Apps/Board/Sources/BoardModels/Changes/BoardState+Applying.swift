import StrataOneStore

extension BoardModel.State {
  /// Makes one step of a change.
  ///
  /// - Returns: The step that takes it back exactly.
  /// - Throws: ``BoardFault``; the board is unchanged then.
  package mutating func apply(_ operation: Operation) throws(BoardFault) -> Operation {
    switch operation {
    case .renameBoard(let title):
      try TextRule.boardTitle.check(title)
      defer { self.title = title }
      return .renameBoard(self.title)
    case .addColumn(let id, let name, let limit, let position):
      return try addColumn(ColumnModel.State(id: id, name: name, limit: limit), at: position)
    case .editColumn(let id, let name, let limit): return try editColumn(id, name, limit)
    case .moveColumn(let id, let position):
      let index = try columnIndex(id)
      let column = columns.remove(at: index)
      columns.insert(column, at: position.clamped(to: 0...columns.count))
      return .moveColumn(id: id, at: index)
    case .removeColumn(let id): return try removeColumn(id)
    case .addCard(let card, let position): return try addCard(card, at: position)
    case .editCard(let id, let edit): return try editCard(id, edit)
    case .moveCard(let id, let column, let position): return try moveCard(id, column, position)
    case .removeCard(let id): return try removeCard(id)
    }
  }

  /// Makes the steps of a change.
  ///
  /// - Parameters:
  ///   - operations: The steps.
  ///   - work: What all changes take; these steps are added.
  /// - Returns: The steps that take them back, in their order.
  /// - Throws: ``BoardFault``; some steps are made then.
  mutating func apply(
    _ operations: [Operation],
    counting work: inout Work
  ) throws(BoardFault) -> [Operation] {
    var inverse: [Operation] = []
    inverse.reserveCapacity(operations.count)
    for operation in operations {
      let step = try apply(operation)
      try work.add(operation, inverse: step, on: self)
      inverse.append(step)
    }
    inverse.reverse()
    return inverse
  }

  // MARK: Columns

  private func columnIndex(_ id: Int) throws(BoardFault) -> Int {
    guard let index = columns.index(id: id) else {
      throw BoardFault("There is no column \(id).", isMissing: true)
    }
    return index
  }

  private func checkColumn(_ name: String, _ limit: Int?, besides id: Int) throws(BoardFault) {
    try TextRule.columnName.check(name)
    let wanted = name.lowercased()
    if columns.contains(where: { $0.id != id && $0.name.lowercased() == wanted }) {
      throw BoardFault("There is a column \"\(name)\" already.")
    }
    if let limit, !(1...BoardLimit.number).contains(limit) {
      throw BoardFault("A limit is a number from 1 on.")
    }
  }

  private mutating func addColumn(
    _ column: ColumnModel.State,
    at position: Int
  ) throws(BoardFault) -> Operation {
    guard columns.count < BoardLimit.columns else {
      throw BoardFault("A board has at most \(BoardLimit.columns) columns.")
    }
    guard (1...BoardLimit.number).contains(column.id), columns[id: column.id] == nil else {
      throw BoardFault("\(column.id) is no number for a new column.")
    }
    try checkColumn(column.name, column.limit, besides: column.id)
    columns.insert(column, at: position.clamped(to: 0...columns.count))
    nextColumn = max(nextColumn, column.id + 1)
    return .removeColumn(id: column.id)
  }

  private mutating func editColumn(
    _ id: Int,
    _ name: String?,
    _ limit: FieldEdit<Int>
  ) throws(BoardFault) -> Operation {
    let index = try columnIndex(id)
    let old = columns[index]
    var new = old
    if let name { new.name = name }
    var oldLimit = FieldEdit<Int>.keep
    if case .set(let limit) = limit {
      new.limit = limit
      oldLimit = .set(old.limit)
    }
    try checkColumn(new.name, new.limit, besides: id)
    columns[index] = new
    return .editColumn(id: id, name: name == nil ? nil : old.name, limit: oldLimit)
  }

  private mutating func removeColumn(_ id: Int) throws(BoardFault) -> Operation {
    let index = try columnIndex(id)
    let column = columns[index]
    guard column.cards.isEmpty else {
      throw BoardFault("The column \"\(column.name)\" has cards; move or remove them before.")
    }
    columns.remove(at: index)
    return .addColumn(id: id, name: column.name, limit: column.limit, at: index)
  }

  // MARK: Cards

  private mutating func addCard(
    _ card: CardModel.State,
    at position: Int
  ) throws(BoardFault) -> Operation {
    guard (1...BoardLimit.number).contains(card.id), cards[card.id] == nil else {
      throw BoardFault("#\(card.id) is no number for a new card.")
    }
    try card.check()
    let index = try columnIndex(card.column)
    cards[card.id] = card
    insert(card.id, in: index, at: position)
    nextCard = max(nextCard, card.id + 1)
    return .removeCard(id: card.id)
  }

  private mutating func editCard(_ id: Int, _ edit: CardEdit) throws(BoardFault) -> Operation {
    let old = try card(id)
    var (new, inverse) = (old, CardEdit())
    if let title = edit.title { (new.title, inverse.title) = (title, old.title) }
    if let text = edit.text { (new.text, inverse.text) = (text, old.text) }
    if let labels = edit.labels { (new.labels, inverse.labels) = (labels, old.labels) }
    if case .set(let due) = edit.due { (new.due, inverse.due) = (due, .set(old.due)) }
    if let items = edit.items { (new.items, inverse.items) = (items, old.items) }
    // The other parts were checked when they were set.
    try edit.check()
    cards[id] = new
    return .editCard(id: id, inverse)
  }

  private mutating func moveCard(
    _ id: Int,
    _ column: Int,
    _ position: Int
  ) throws(BoardFault) -> Operation {
    let card = try card(id)
    let target = try columnIndex(column)
    let former = try take(id, from: card.column)
    cards[id]?.column = column
    insert(id, in: target, at: position)
    return .moveCard(id: id, to: card.column, at: former)
  }

  private mutating func removeCard(_ id: Int) throws(BoardFault) -> Operation {
    let card = try card(id)
    let position = try take(id, from: card.column)
    cards[id] = nil
    return .addCard(card, at: position)
  }

  private mutating func insert(_ id: Int, in index: Int, at position: Int) {
    let position = position.clamped(to: 0...columns[index].cards.count)
    columns[index].cards.insert(id, at: position)
  }

  /// - Returns: The former position of the card.
  private mutating func take(_ id: Int, from column: Int) throws(BoardFault) -> Int {
    let index = try columnIndex(column)
    // New cards lie at the end, and most changes are of those.
    guard let position = columns[index].cards.lastIndex(of: id) else {
      throw BoardFault("The card #\(id) is not in its column.")
    }
    columns[index].cards.remove(at: position)
    return position
  }
}

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
