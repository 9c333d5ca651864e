import StrataOneStore

struct Player: Model {
  struct State: Equatable {
    var score = 0
  }

  @ModelState private var state: State

  func hit() { state.score += 1 }
}

struct Match: Model {
  struct State: Equatable {
    @StateModel<Player> var home = .init()
    @StateModel<Player> var guest = .init()
  }

  @ModelState private var state: State
}

let match = Store<Match>(initialState: .init())
match.model.$home.hit()
let before = match.state
match.model.$home.hit()
print("before \(before.home.score), now \(match.state.home.score)")
