import StrataRendering
import StrataStores

/// Shows the states of a store that it observes, without a controller.
struct ExampleView: View {
  let store: ObservableViewStore<ExampleViewState>

  var body: some View {
    ViewWith(store) { state in
      Text(state.title)
    }
  }
}
