import ArticleOutput
import Strata
import StrataRendering

struct CounterView: View {
  @ObservedModel var model: CountModel

  var body: some View {
    HStack {
      Text("\(model.count)")
      Stepper(value: $model.count) { Text("change") }
    }
  }
}

struct AppView: View {
  @ObservedModel var model: AppModel

  var body: some View {
    List {
      Text("Sum: \(model.sum)")
      ForEach(model.counters) { row in CounterView(model: row.counter) }
    }
  }
}

@Sendable func observationAndViews() async throws {
  let app = AppModel().withAnchor()
  let probe = RenderProbe { AppView(model: app).lines }
  app.addButtonTapped()
  print(probe.output)  // ["Sum: 0", "0 change [-] [+]"]
}
