package import BoardModels
import StrataExtensions

/// Numbers that look random, the same at each run.
package struct Numbers {
  private var seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  package mutating func next(_ limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((seed >> 33) % UInt64(max(limit, 1)))
  }
}

extension Note {
  package static let test = Note(moment: Moment(seconds: 1_000), user: "ada")
}

extension BoardModel.State {
  /// A step that may be made, or rejected.
  package func anyOperation(_ numbers: inout Numbers) -> Operation {
    let card = cards.keys.sorted().randomElement(&numbers) ?? 1
    let column = columns.map(\.id).randomElement(&numbers) ?? 1
    switch numbers.next(12) {
    case 0: return .renameBoard("Board \(numbers.next(100))")
    case 1:
      return .addColumn(id: nextColumn, name: "C\(nextColumn)", limit: nil, at: numbers.next(5))
    case 2:
      let limit: FieldEdit<Int> = numbers.next(2) == 0 ? .set(numbers.next(9) + 1) : .set(nil)
      return .editColumn(id: column, name: "N\(numbers.next(6))", limit: limit)
    case 3: return .moveColumn(id: column, at: numbers.next(6))
    case 4: return .removeColumn(id: column)
    case 5: return .removeCard(id: card)
    case 6, 7: return .moveCard(id: card, to: column, at: numbers.next(8))
    case 8:
      var edit = CardEdit()
      edit.title = "Title \(numbers.next(100))"
      edit.labels = numbers.next(2) == 0 ? ["a", "b"] : []
      edit.due = .set(numbers.next(2) == 0 ? Day(number: 20_000) : nil)
      edit.items = [ChecklistItem(text: "x", isDone: numbers.next(2) == 0)]
      return .editCard(id: card, edit)
    default:
      var state = CardModel.State(id: nextCard, column: column, title: "Card \(nextCard) é日")
      state.text = "\"line\"\n\\second\t"
      return .addCard(state, at: numbers.next(9))
    }
  }
}

extension Collection {
  package func randomElement(_ numbers: inout Numbers) -> Element? {
    isEmpty ? nil : self[index(startIndex, offsetBy: numbers.next(count))]
  }
}
