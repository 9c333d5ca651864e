import ArticleOutput
import Strata
import StrataBridges
import StrataOneStore
import StrataSources
import StrataStores
import StrataUpdates

@Model struct Basket {
  var items: [BasketItem] = []
  var total: Int { items.reduce(0) { $0 + $1.price } }
  func add(_ price: Int) { items.append(BasketItem(price: price)) }
}

@Model struct BasketItem {
  var price: Int
}

struct SessionState: StrataStores.StateContainer {
  enum State: EnumState {
    case signedOut
    case signedIn(String)
  }
  var current = State.signedOut
}

// SAFETY: stores nothing beside the state.
final class Session: StrataStores.Store<SessionState>, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }
  func signIn(_ name: String) { state.current = .signedIn(name) }
}

struct Draft: Equatable, Sendable {
  var text = ""

  static func update(
    state: Draft,
    action: DraftAction,
    environment: Void
  ) -> Update<Draft, DraftAction> {
    switch action {
    case .type(let more): Update(state: Draft(text: state.text + more))
    case .clear: Update(state: Draft())
    }
  }
}

enum DraftAction: Sendable {
  case type(String)
  case clear
}

struct Player: StrataOneStore.Model {
  struct State: Equatable {
    var score = 0
  }

  @ModelState private var state: State

  func hit() { state.score += 1 }
}

struct Match: StrataOneStore.Model {
  struct State: Equatable {
    @StateModel<Player> var home = .init()
    @StateModel<Player> var guest = .init()
  }

  @ModelState private var state: State
}

enum Lamp: Sendable {
  case off(switchOn: Action<Void>)
  case on(switchOff: Action<Void>)
}

// SAFETY: what it adds is read once, for the initial model.
final class LampSource: SourceOf<Lamp>, @unchecked Sendable {
  @Action(LampSource.switchOn) private var switchOnAction
  @Action(LampSource.switchOff) private var switchOffAction
  lazy var initialModel = Lamp.off(switchOn: switchOnAction)

  private func switchOn() { model = .on(switchOff: switchOffAction) }
  private func switchOff() { model = .off(switchOn: switchOnAction) }
}

@Sendable func whichModuleForWhichJob() async throws {
  let basket = Basket().withAnchor()
  basket.add(30)
  basket.items[0].price += 5
  print(basket.total)  // 35

  let session = Session()
  let token = session.subscribe { print($0.current) }
  session.signIn("Ada")
  token.stop()

  let draft = StrataUpdates.Store(update: Draft.update, state: Draft(), environment: ())
  draft.send(.type("Dear "))
  draft.send(.type("reader"))
  print(draft.state.text)  // Dear reader

  let match = StrataOneStore.Store<Match>(initialState: .init())
  match.model.$home.hit()
  let before = match.state
  match.model.$home.hit()
  print(before.home.score, match.state.home.score)  // 1 2

  let lamp = LampSource().eraseToSource()
  if case .off(let switchOn) = lamp.model { switchOn() }
  if case .on = lamp.model { print("bright") }

  let total = basket.source(of: \.total)
  let isSignedIn = session.eraseToSource().map { $0.current != .signedOut }
  let line = total.combined(with: isSignedIn).map { "\($0) \($1 ? "to pay" : "in the basket")" }
  print(line.model)  // 35 to pay
  withExtendedLifetime(basket) {}
}
