import StrataOneStore

/// A column of the board.
package struct ColumnModel: Model, Identifiable {
  package struct State: Equatable, Identifiable, Sendable {
    package let id: Int
    package var name: String
    /// How many cards should lie in it at most; more are shown as too many.
    package var limit: Int?
    /// The cards in it, the first on top.
    package var cards: [Int] = []

    package init(id: Int, name: String, limit: Int? = nil) {
      self.id = id
      self.name = name
      self.limit = limit
    }
  }

  @ModelState private var state: State

  package init() {}
}
