import ArticleOutput
import Strata

@ModelContainer enum Page {
  case list
  case detail(CountModel, title: String)
}

@Model struct Screen {
  var page = Page.list
  var named: [String: CountModel] = [:]
}

struct Ring<Element>: MutableCollection {
  var elements: [Element] = []
  var startIndex: Int { elements.startIndex }
  var endIndex: Int { elements.endIndex }
  func index(after index: Int) -> Int { index + 1 }
  subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
  }
}

extension Ring: ContextContainer, ModelContainer where Element: ModelContainer & Identifiable {}

@Model struct Row {
  let id: Int
  var title = ""
}

@Model struct Table {
  var rows: [Row] = []
}

@Model struct FactModel {
  let number: Int
  let onFact: @Sendable (Int, String) -> Void
  func told(_ fact: String) { onFact(number, fact) }
}

@Model struct FactsModel {
  var facts: [String] = []
  var prompt: FactModel?
  func ask(_ number: Int) {
    prompt = FactModel(number: number) { number, fact in
      facts.append("\(number): \(fact)")
      prompt = nil
    }
  }
}

@Sendable func modelsAndComposition() async throws {
  let screen = Screen().withAnchor()
  screen.named["a"] = CountModel()
  screen.page = .detail(CountModel(), title: "Letter")

  let table = Table(rows: [Row(id: 1, title: "old")]).withAnchor()
  table.rows = [Row(id: 1, title: "new"), Row(id: 2)]
  print(table.rows[0].title)  // old

  let facts = FactsModel().withAnchor()
  facts.ask(7)
  facts.prompt?.told("is prime")
  print(facts.facts)  // ["7: is prime"]
}
