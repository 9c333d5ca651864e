import ArticleOutput
import Strata

@Model struct CountModel {
  var count = 0
  func incrementTapped() { count += 1 }
}

@Model struct CounterRowModel {
  var counter = CountModel()
}

@Model struct AppModel {
  var counters: [CounterRowModel] = []
  var last = 0

  var sum: Int { counters.reduce(0) { $0 + $1.counter.count } }

  func addButtonTapped() { counters.append(CounterRowModel()) }

  func onActivate() {
    node.forEach(change(of: \.sum)) { last = $0 }
  }
}

@Sendable func gettingStarted() async throws {
  let app = AppModel().withAnchor()
  app.addButtonTapped()
  app.counters[0].counter.incrementTapped()
  print(app.sum)  // 1
}
