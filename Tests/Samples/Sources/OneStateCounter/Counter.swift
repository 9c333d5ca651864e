// swift-format-ignore-file
// The sections "Models, Stores and Composition", "Accessing State" and "Store".
import StrataOneStore

struct CountModel: Model {
  struct State: Equatable {
    var count = 0
  }
    
  @ModelState private var state: State
}

extension CountModel {
  func incrementTapped() {
    state.count += 1
  }
}

// The document shows statements; the functions around them are added, and the model is an argument.
func count(of model: CountModel) -> Int {
let count = model.count
  return count
}

func makeCountStore() -> (Store<CountModel>, CountModel) {
let store = Store<CountModel>(initialState: .init())
let countModel = store.model
  return (store, countModel)
}
