// swift-format-ignore-file
// The section "SwiftUI Integration", on the headless views. Models and smaller views lie in
// Surroundings.swift.
import Strata
import StrataRendering

struct CounterView: View {
  @ObservedModel var model: CounterModel
  
  var body: some View {
    HStack {
      Button("-") { model.decrementTapped() }
      Text("\(model.count)")
      Button("+") { model.incrementTapped() }
    }
  }
}

struct AppView: View {
  @ObservedModel var model: AppModel

  var body: some View {
    ZStack(alignment: .bottom) {
      List {
        Text("Sum: \(model.sum)")

        ForEach(model.counters) { row in
          CounterRowView(model: row)
        }
      }

      if let factPrompt = model.factPrompt {
        FactPromptView(model: factPrompt)
      }
    }
  }
}

// "Bindings": the document shows the statement; the view around it is added.
struct StepperView: View {
  @ObservedModel var model: CounterModel

  var body: some View {
Stepper(value: $model.count) {
  Text("\(model.count)")
}
  }
}

// "Model Anchor": what the document's program and preview show.
struct MyApp {
  let model = AppModel().withAnchor()
  
  var body: some View {
      AppView(model: model)
  }
}

func preview() -> some View {
  CounterView(model: CounterModel().withAnchor())
}
