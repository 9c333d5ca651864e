import ArticleOutput
import Strata

@Model struct Editor {
  var text: String
  func onActivate() { print("editor opens") }
}

@ModelContainer @CasePathable enum Page {
  case list
  case editor(Editor, title: String)
}

@Model struct Desk {
  var page = Page.list
}

@ModelContainer @CasePathable @dynamicMemberLookup
enum Screen: Hashable, Identifiable {
  case edit(Editor)
  case pair(Editor, Editor?)
  case help
}

@CasePathable enum Shape {
  case circle(radius: Double)
  case box(width: Int, height: Int)
  case none
}

@Sendable func containersAndCasePaths() async throws {
  let desk = Desk().withAnchor()
  desk.page = .editor(Editor(text: "Dear"), title: "Letter")
  if case .editor(let editor, _) = desk.page { editor.text += " Ada" }
  print(desk.page[case: \.editor]?.0.text ?? "-")

  let (first, second) = (Editor(text: "One"), Editor(text: "Two"))
  print(Screen.edit(first) == .edit(first))  // true
  print(Screen.edit(first) == .edit(second))  // false
  print(Set([Screen.help, .edit(first), .edit(first)]).count)  // 2

  var shape = Shape.box(width: 2, height: 3)
  shape.modify(\.box) { $0.width += 1 }
  print(shape[case: \.box]?.width ?? 0)  // 3
  print(shape.is(\.none))  // false

  let screen = Screen.edit(first)
  print(screen.edit?.text ?? "-")  // One
  print(screen.pair == nil)  // true
}
