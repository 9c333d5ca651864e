import StrataConcurrency
import StrataCore
public import StrataTesting
@_spi(Strata) public import StrataUpdates

/// A store in a test, of which each action and each state has to be asserted.
///
/// ```swift
/// @Test(.simulated()) func loads() async {
///   let store = TestStore(
///     update: AppState.update,
///     state: AppState(),
///     environment: AppEnvironment(load: { 42 })
///   )
///   await store.send(.load) { $0.isLoading = true }
///   await store.receive(.loaded(42)) {
///     $0.isLoading = false
///     $0.number = 42
///   }
/// }
/// ```
///
/// The closure changes the state that was asserted last into the one that is expected. The test fails
/// if the store's differs, if an effect has sent an action that the test does not receive, and if an
/// effect still runs at the end. Time is virtual: nothing waits for real time.
///
/// Outside of all test scopes the checks at the end are made when the store is released, and effects
/// run only while the test waits for the store.
public final class TestStore<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>:
  Sendable
{
  /// The store that is tested, for those who take one: views, bindings, view stores.
  public let store: Store<State, Action, Environment>
  let steps: StepLedger<State, Action>
  // The last: properties are released in this order, and when a seat of its own goes it looks whether
  // the store is gone.
  let seat: TestSeat

  init(
    exhaustivity: Exhaustivity?,
    at callSite: CallSite,
    _ make: () -> Store<State, Action, Environment>
  ) {
    let seat = TestSeat(exhaustivity: exhaustivity, at: callSite)
    let store = seat.making(make)
    let steps = StepLedger<State, Action>(store.state)
    self.seat = seat
    self.store = store
    self.steps = steps
    let subscription = store.observeSteps { steps.add($0) }
    seat.keep(TestedStore(store: store, subscription: subscription))
    demand(seat.scope.exhaustivity)
    seat.atEnd { [weak scope = seat.scope] in
      guard let scope, scope.exhaustivity.contains(.events) else { return }
      let rest = steps.takeAll().map(\.action)
      if !rest.isEmpty { scope.report(.events, TestStoreText.notReceived(rest), at: callSite) }
    }
  }

  /// The state now.
  public var state: State { store.state }

  /// What has to be asserted completely: of `state` each state, of `events` each action of an effect,
  /// of `tasks` that each effect has come to its end.
  public var exhaustivity: Exhaustivity {
    get { seat.scope.exhaustivity }
    set {
      seat.scope.exhaustivity = newValue
      demand(newValue)
    }
  }

  // States are asserted here, one for each action, and not as properties that some line has read.
  private func demand(_ exhaustivity: Exhaustivity) {
    seat.scope.setExhaustivity(exhaustivity.removing(.state), below: store.root)
  }
}

/// What a test keeps until its end.
private struct TestedStore<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>:
  Sendable
{
  let store: Store<State, Action, Environment>
  let subscription: StoreSubscription
}
