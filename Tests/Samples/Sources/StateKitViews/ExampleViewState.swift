import StrataStores

// The state and the store that the document's view uses and does not show.

struct ExampleViewState: ViewState {
  enum State: EnumState {
    case idle
    case error
  }

  var current: State
  var greetingLocalizedString = "Hello!"
  var errorLocalizedString = "Something went wrong."
}

class ExampleViewControllerStore: ViewControllerStore<ExampleViewState> {
  init() {
    super.init(initialState: .init(current: .idle))
  }
}

extension ExampleViewControllerStore: ExampleViewDelegate {}
