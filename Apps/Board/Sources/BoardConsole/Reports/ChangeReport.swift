import BoardFile
import BoardModels
import ProgramFiles

/// The report of a command's change.
struct ChangeReport {
  let entry: Entry
  let before: BoardModel.State
  let after: DeskModel.State

  private var targets: [Int] { after.history.latestTargets }

  private var summary: String {
    let text = Summary.text(of: entry, on: before, targets: targets)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The lines for a person.
  var lines: [String] { ["\(summary). (Change \(entry.number))"] }

  /// The cards that the change has touched, in order.
  private var cards: [CardModel.State] {
    guard case .change(let operations) = entry.kind else { return [] }
    return operations.compactMap { operation in
      switch operation {
      case .addCard(let card, _): after.board.cards[card.id]
      case .editCard(let id, _), .moveCard(let id, _, _): after.board.cards[id]
      default: nil
      }
    }
  }

  /// Writes the result for a program.
  func write(to line: inout JSONWriter) {
    line.object { line in
      line.key("change")
      line.number(entry.number)
      line.key("summary")
      line.text(summary)
      let targets = targets
      if !targets.isEmpty {
        line.key("of")
        line.array(targets) { $0.number($1) }
      }
      line.key("cards")
      line.array(cards) { CardReport.write($1, after.board.columnName($1.column), to: &$0) }
      line.key("undoable")
      line.number(after.history.undoable)
      line.key("redoable")
      line.number(after.history.redoable)
    }
  }
}
