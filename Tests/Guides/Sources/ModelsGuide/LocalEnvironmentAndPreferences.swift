import ArticleOutput
import Strata

extension LocalKeys {
  var isExpanded: LocalStorage<Bool> { .init(defaultValue: false) }
}

extension EnvironmentKeys {
  var theme: EnvironmentStorage<String> { .init(defaultValue: "light") }
}

extension PreferenceKeys {
  var itemCount: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

@Model struct Menu {
  let title: String
  var entries: [Menu] = []
}

@Sendable func localEnvironmentAndPreferences() async throws {
  let menu = Menu(title: "File").withAnchor()
  menu.node.local.isExpanded.toggle()
  print(menu.node.local.isExpanded)  // true
  menu.node.removeLocal(\.isExpanded)
  print(menu.node.local.isExpanded)  // false

  let app = Menu(title: "App", entries: [Menu(title: "Edit", entries: [Menu(title: "Copy")])])
    .withAnchor()
  let copy = app.entries[0].entries[0]
  app.node.environment.theme = "dark"
  print(copy.node.environment.theme)  // dark
  app.entries[0].node.environment.theme = "blue"
  print(copy.node.environment.theme)  // blue
  app.entries[0].node.removeEnvironment(\.theme)
  print(copy.node.environment.theme)  // dark

  let list = Menu(title: "List", entries: [Menu(title: "A"), Menu(title: "B")]).withAnchor()
  for entry in list.entries { entry.node.preference.itemCount = 2 }
  print(list.node.preference.itemCount)  // 4
  list.entries.removeLast()
  print(list.node.preference.itemCount)  // 2
}
