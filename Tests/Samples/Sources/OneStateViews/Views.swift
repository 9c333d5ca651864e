// swift-format-ignore-file
// The section "SwiftUI Integration", on the headless views. Models and smaller views lie in
// Surroundings.swift.
import StrataOneStore
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

        ForEach(model.$counters) { row in
          CounterRowView(model: row)
        }
      }

      if let factPrompt = model.$factPrompt {
        FactPromptView(model: factPrompt)
      }
    }
  }
}

// "Stores": what the document's program shows.
struct MyApp {
  let store = Store<AppModel>(initialState: .init())
    
  var body: some View {
      AppView(model: store.model)
  }
}

struct CounterView_Previews: PreviewProvider {
  static let store = Store<CounterModel>(
    initialState: .init(count: 4711)
  )

  static var previews: some View {
    CounterView(model: store.model)
  }
}

// "Bindings": the document shows expressions; the function and the view around them are added.
func binding(of model: CounterModel) -> Binding<Int> {
Binding {
  model.count
} set: {
  model.countDidUpdate(to: $0)
}
}

struct StepperView: View {
  @ObservedModel var model: CounterModel

  var body: some View {
Stepper(value: model.$count) {
  Text("\(model.count)")
}
  }
}

// "Animations": the arguments are added.
struct AnimatedStepperView: View {
  @ObservedModel var model: CounterModel

  var body: some View {
Stepper(value: model.$count) { Text("\(model.count)") }
  .animation(.default, value: model.count)
  }
}

struct BoundModel: Model {
struct State: Equatable {
  @Writable var count = 0
}
  @ModelState private var state: State

// "Animations": with the module's new name.
func incrementTapped() {
  StrataOneStore.withAnimation {
    state.count += 1
  }
} 
}

// "State Change Observation": the document's `view` is an argument, and its output is the program's.
struct PrintedView: View {
  @ObservedModel var model: CounterModel

  var body: some View { CounterView(model: model) }

  func printing(_ view: CounterView) -> some View {
view.printStateUpdates(for: $model)
  }

  func printingUpdates(_ view: CounterView) -> some View {
view.printObservedUpdates(for: $model)
  }
}
