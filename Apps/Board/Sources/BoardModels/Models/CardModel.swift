import StrataOneStore

/// A card of the board.
package struct CardModel: Model, Identifiable {
  package struct State: Equatable, Identifiable, Sendable {
    package let id: Int
    /// The column that it lies in.
    package var column: Int
    package var title: String
    package var text = ""
    package var labels: [String] = []
    package var due: Day?
    package var items: [ChecklistItem] = []

    package init(id: Int, column: Int, title: String) {
      self.id = id
      self.column = column
      self.title = title
    }

    /// How many items of the checklist are done.
    package var doneItems: Int { items.reduce(0) { $0 + ($1.isDone ? 1 : 0) } }
  }

  @ModelState private var state: State

  package init() {}
}

/// A line of a card's checklist.
package struct ChecklistItem: Equatable, Sendable {
  package var text: String
  package var isDone: Bool

  package init(text: String, isDone: Bool = false) {
    self.text = text
    self.isDone = isDone
  }
}

extension CardModel.State {
  /// Checks that the card's texts follow their rules.
  ///
  /// - Throws: ``BoardFault`` that says what is wrong.
  func check() throws(BoardFault) {
    try TextRule.cardTitle.check(title)
    try TextRule.check(text: text)
    try TextRule.check(labels: labels)
    try TextRule.check(items: items)
  }
}

extension CardEdit {
  /// Checks that the new texts follow their rules.
  ///
  /// - Throws: ``BoardFault`` that says what is wrong.
  func check() throws(BoardFault) {
    if let title { try TextRule.cardTitle.check(title) }
    if let text { try TextRule.check(text: text) }
    if let labels { try TextRule.check(labels: labels) }
    if let items { try TextRule.check(items: items) }
  }
}

extension TextRule {
  fileprivate static func check(text: String) throws(BoardFault) {
    if !text.isEmpty { try Self.text.check(text) }
  }

  fileprivate static func check(labels: [String]) throws(BoardFault) {
    guard labels.count <= BoardLimit.labels else {
      throw BoardFault("A card has at most \(BoardLimit.labels) labels.")
    }
    for label in labels { try Self.label.check(label) }
  }

  fileprivate static func check(items: [ChecklistItem]) throws(BoardFault) {
    guard items.count <= BoardLimit.items else {
      throw BoardFault("A checklist has at most \(BoardLimit.items) items.")
    }
    for item in items { try Self.item.check(item.text) }
  }
}
