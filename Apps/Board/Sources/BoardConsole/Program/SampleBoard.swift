import BoardModels
import StrataOneStore

/// A board of a few hundred cards with its history, the same at each run.
enum SampleBoard: Sendable {
  private static let verbs = [
    "Write", "Review", "Fix", "Measure", "Draw", "Order", "Test", "Translate", "Plan", "Clean up",
  ]
  private static let things = [
    "the importer", "the landing page", "the invoice", "the café menu", "日本語 help",
    "the login", "the backup", "the newsletter", "the search", "the release notes",
  ]
  private static let labels = ["bug", "text", "design", "server", "urgent"]
  private static let people = ["ada", "grace", "alan"]

  /// The changes that make the board, with so many cards, before a given time.
  ///
  /// - Throws: ``BoardFault`` if the changes cannot be made; these always can.
  static func entries(cards: Int = 300, until now: Moment) throws(BoardFault) -> [Entry] {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let desk = store.model
    var numbers = Numbers()
    func note(_ reason: String? = nil) -> Note {
      let moment = Moment(seconds: now.seconds - 900 * (2 * cards - store.state.history.count))
      let user = people[numbers.next(people.count)]
      return Note(moment: moment, user: user, command: nil, reason: reason)
    }
    try desk.change([.renameBoard("The release")], note("A new board for the next release"))
    try desk.change([.addColumn(id: 4, name: "Review", limit: 10, at: 2)], note())
    for id in 1...cards {
      var card = CardModel.State(id: id, column: 1, title: title(id, &numbers))
      if numbers.next(3) > 0 { card.labels = [labels[numbers.next(labels.count)]] }
      if numbers.next(4) == 0 { card.due = now.day().adding(numbers.next(60) - 10) }
      if numbers.next(5) == 0 {
        card.items = ["Ask", "Do", "Tell"].map {
          ChecklistItem(text: $0, isDone: numbers.next(2) == 0)
        }
      }
      try desk.change([.addCard(card, at: .max)], note())
      guard id % 2 == 0 else { continue }
      let column = [2, 4, 3, 3][numbers.next(4)]
      let reason = column == 3 && id % 20 == 0 ? "Accepted by the customer" : nil
      try desk.change([.moveCard(id: id / 2, to: column, at: 0)], note(reason))
    }
    return store.state.history.entries
  }

  private static func title(_ id: Int, _ numbers: inout Numbers) -> String {
    "\(verbs[numbers.next(verbs.count)]) \(things[numbers.next(things.count)])"
  }
}

/// Numbers that look random, the same at each run.
private struct Numbers {
  private var seed: UInt64 = 17

  mutating func next(_ limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((seed >> 33) % UInt64(max(limit, 1)))
  }
}
