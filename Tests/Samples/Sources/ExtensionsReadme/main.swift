import StrataExtensions

struct Item: Identifiable, Equatable {
  let id: Int
  var name: String
}

var items: IdentifiedArrayOf<Item> = [Item(id: 1, name: "Bread"), Item(id: 2, name: "Milk")]
let before = items
items[id: 2]?.name = "Oat milk"
print(ValueDiff().text(from: before, to: items) ?? "nothing has changed")
