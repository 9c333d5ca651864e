import BoardModels
import ProgramText
import StrataExtensions

/// The differences between two states of a board.
struct BoardDiff: Sendable {
  enum Kind: String, Sendable {
    case added, removed, moved, changed
  }

  struct Line: Equatable, Sendable {
    let kind: Kind
    /// The card; `nil` for a column or the board.
    let card: Int?
    let text: String
  }

  private(set) var lines: [Line] = []

  init(from old: BoardModel.State, to new: BoardModel.State) {
    if old.title != new.title {
      let text = "title: \(Summary.quoted(old.title)) → \(Summary.quoted(new.title))"
      lines.append(Line(kind: .changed, card: nil, text: text))
    }
    compareColumns(old, new)
    compareCards(old, new)
  }

  private mutating func compareColumns(_ old: BoardModel.State, _ new: BoardModel.State) {
    for column in old.columns where new.columns[id: column.id] == nil {
      lines.append(Line(kind: .removed, card: nil, text: "column \(Summary.quoted(column.name))"))
    }
    for column in new.columns {
      guard let former = old.columns[id: column.id] else {
        lines.append(Line(kind: .added, card: nil, text: "column \(Summary.quoted(column.name))"))
        continue
      }
      let name = "column \(Summary.quoted(former.name))"
      if former.name != column.name {
        change("\(name): name → \(Summary.quoted(column.name))")
      }
      if former.limit != column.limit {
        change("\(name): limit \(Self.text(former.limit)) → \(Self.text(column.limit))")
      }
      let (before, after) = (Set(former.cards), Set(column.cards))
      if former.cards.filter(after.contains) != column.cards.filter(before.contains) {
        change("\(name): its cards have another order")
      }
    }
    let common = Set(old.columns.map(\.id)).intersection(new.columns.map(\.id))
    let (before, after) = (old.columns.map(\.id), new.columns.map(\.id))
    if before.filter(common.contains) != after.filter(common.contains) {
      change("the columns have another order")
    }
  }

  private static func text(_ limit: Int?) -> String { limit.map(String.init) ?? "none" }

  private mutating func change(_ text: String) {
    lines.append(Line(kind: .changed, card: nil, text: text))
  }

  private mutating func compareCards(_ old: BoardModel.State, _ new: BoardModel.State) {
    var ids = old.cards.keys.filter { old.cards[$0] != new.cards[$0] }
    ids += new.cards.keys.filter { old.cards[$0] == nil }
    for id in ids.sorted() {
      switch (old.cards[id], new.cards[id]) {
      case (nil, let card?):
        let place = new.columnName(card.column)
        add(.added, card, "\(Summary.quoted(card.title)) in \(place)")
      case (let card?, nil):
        let place = old.columnName(card.column)
        add(.removed, card, "\(Summary.quoted(card.title)) from \(place)")
      case (let before?, let after?): compare(before, after, old, new)
      case (nil, nil): break
      }
    }
  }

  private mutating func add(_ kind: Kind, _ card: CardModel.State, _ text: String) {
    lines.append(Line(kind: kind, card: card.id, text: "#\(card.id) \(text)"))
  }

  private mutating func compare(
    _ before: CardModel.State,
    _ after: CardModel.State,
    _ old: BoardModel.State,
    _ new: BoardModel.State
  ) {
    let name = Summary.quoted(before.title)
    if before.column != after.column {
      let (from, to) = (old.columnName(before.column), new.columnName(after.column))
      add(.moved, after, "\(name) from \(from) to \(to)")
    }
    if before.title != after.title {
      add(.changed, after, "\(name): title → \(Summary.quoted(after.title))")
    }
    if before.text != after.text { add(.changed, after, "\(name): text") }
    if before.labels != after.labels {
      let (from, to) = (Self.text(before.labels), Self.text(after.labels))
      add(.changed, after, "\(name): labels \(from) → \(to)")
    }
    if before.due != after.due {
      let (from, to) = (before.due?.text ?? "none", after.due?.text ?? "none")
      add(.changed, after, "\(name): due \(from) → \(to)")
    }
    if before.items != after.items {
      let from = "\(before.doneItems)/\(before.items.count)"
      add(.changed, after, "\(name): checklist \(from) → \(after.doneItems)/\(after.items.count)")
    }
  }

  private static func text(_ labels: [String]) -> String {
    labels.isEmpty ? "none" : labels.joined(separator: ", ")
  }

  /// The lines for a person.
  var text: [String] {
    guard !lines.isEmpty else { return ["Nothing differs."] }
    return lines.map { line in
      let sign =
        switch line.kind {
        case .added: "+"
        case .removed: "-"
        case .moved: ">"
        case .changed: "~"
        }
      return DisplayText.printable("\(sign) \(line.text)")
    }
  }
}
