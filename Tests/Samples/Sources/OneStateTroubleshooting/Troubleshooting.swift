// swift-format-ignore-file
// The section "Troubleshooting". The document shows each member twice, to prefer and to avoid; the models
// around them are added.
import StrataOneStore

struct PreferModel: Model {
  struct State: Equatable {
    var count: Int
  }

  @ModelState private var state: State

func buttonTapped() {
  // Prefer, as access via self will set up a listener
  print("count \(state.count)")
}

var countSquared: Int {
  // Prefer, as access via self will set up a listener
  self.count * self.count
}

func incrementTapped() { state.count += 1 }
}

struct AvoidModel: Model {
  struct State: Equatable {
    var count: Int
  }

  @ModelState private var state: State

func buttonTapped() {
  // Avoid, as access via self will set up a listener
  print("count \(self.count)")
}

var countSquared: Int {
  // Avoid, as access via state won't set up a listener
  state.count * state.count
}

func incrementTapped() { state.count += 1 }
}

struct SquareModel: Model {
struct State: Equatable {
  var count: Int
  var countSquared: Int { count * count }
} 

  @ModelState private var state: State

func incrementTapped() { state.count += 1 }
}
