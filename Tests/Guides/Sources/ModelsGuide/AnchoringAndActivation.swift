import ArticleOutput
import Strata

@Model struct RaceModel {
  var running: [CountModel] = []
  var finished: [CountModel] = []

  func finishFirst() {
    node.transaction {
      finished.append(running.removeFirst())
    }
  }
}

@Sendable func anchoringAndActivation() async throws {
  let app = AppModel().withAnchor()
  let row = CounterRowModel()
  app.counters.append(row)
  row.counter.count = 5
  print(app.counters[0].counter.count)  // 5

  let race = RaceModel(running: [CountModel(count: 3)]).withAnchor()
  race.finishFirst()
  print(race.finished[0].count)  // 3
}
