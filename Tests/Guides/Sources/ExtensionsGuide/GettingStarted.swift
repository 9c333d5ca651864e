import ArticleOutput
import StrataExtensions

struct Item: Identifiable, Equatable {
  let id: Int
  var name: String
  var amount = 1
}

enum Screen: CasePathable {
  case list
  case edit(Item)

  struct AllCasePaths: Sendable {
    var list: CasePath<Screen, Void> {
      CasePath(.list) { if case .list = $0 { true } else { false } }
    }
    var edit: CasePath<Screen, Item> {
      CasePath(embed: Screen.edit) { if case .edit(let item) = $0 { item } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Sendable func gettingStarted() async throws {
  var items: IdentifiedArrayOf<Item> = [Item(id: 1, name: "Bread"), Item(id: 2, name: "Milk")]
  let before = items

  items[id: 2]?.amount = 3
  items.append(Item(id: 3, name: "Tea"))
  print(items.map(\.name))  // ["Bread", "Milk", "Tea"]

  var screen = Screen.edit(items[0])
  screen.modify(\.edit) { $0.name = "Rye bread" }
  if let edited = screen[case: \.edit] { items.updateOrAppend(edited) }
  screen = .list
  print(screen.is(\.list))  // true

  print(ValueDiff().text(from: before, to: items) ?? "nothing")
}
