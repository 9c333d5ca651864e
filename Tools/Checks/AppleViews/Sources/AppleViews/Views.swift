// swift-format-ignore-file
// The views of SwiftModel's document, as they stand. Their models lie in Models.swift.
import StrataModels
import SwiftUI

struct MyApp: App {
  let model = AppModel().withAnchor()
  
  var body: some Scene {
    WindowGroup {
      AppView(model: model)
    }
  }
}

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

struct StepperView: View {
  @ObservedModel var model: CounterModel

  var body: some View {
Stepper(value: $model.count) {
  Text("\(model.count)")
}
  }
}

struct CounterRowView: View {
  @ObservedModel var model: CounterModel

  var body: some View { CounterView(model: model) }
}

struct FactPromptView: View {
  @ObservedModel var model: CounterModel

  var body: some View { Text("\(model.count)") }
}

// Bindings to a child's property, and to a part of a value.
struct NestedView: View {
  @ObservedModel var model: AppModel

  var body: some View {
    Stepper(value: $model.main.count) { Text("main") }
    Stepper(value: $model.size.width) { Text("width") }
  }
}

// A part that is evaluated by itself and prints the reason; a view that prints the changed property.
struct ScopedView: View {
  @ObservedModel var model: AppModel

  var body: some View {
    let _ = $model.debug()
    ModelScope { Text("\(model.size.width)") }
    ModelScope(debug: .triggers) {
      Text("\(model.main.count)")
      CounterView(model: model.main)
    }
  }
}
