import StrataConcurrency
import StrataCore
public import StrataTesting
@_spi(Strata) public import StrataUpdates

/// A store in a test that has to assert each action and each state.
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
/// The closure changes the last asserted state into the expected one. The test fails if the store's state
/// differs, if an effect has sent an action that the test does not receive, and if an effect still runs at the
/// end. Time is virtual: nothing waits for real time.
///
/// Outside of all test scopes the checks at the end run when the store is released, and effects run only while
/// the test waits for the store.
public final class TestStore<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>:
  Sendable
{
  /// The tested store, for code that takes one: views, bindings, view stores.
  public let store: Store<State, Action, Environment>
  let steps: UnassertedSteps<State, Action>
  /// The line that made it.
  let callSite: CallSite
  // This is the last property. Properties are released in this order, and a session of its own checks, when it is
  // released, whether the store has gone.
  let session: TestSession

  init(
    exhaustivity: Exhaustivity?,
    at callSite: CallSite,
    _ make: () -> Store<State, Action, Environment>
  ) {
    let session = TestSession(exhaustivity: exhaustivity, at: callSite)
    let store = session.making(make)
    let steps = UnassertedSteps<State, Action>(store.state)
    self.session = session
    self.store = store
    self.steps = steps
    self.callSite = callSite
    let subscription = store.observeSteps { [weak store] step in
      let origin = steps.add(step)
      store?.nameEffects(origin)
    }
    session.keep(TestedStore(store: store, subscription: subscription))
    demand(session.scope.exhaustivity)
    session.include(steps)
    session.atEnd { [weak scope = session.scope] in
      guard let scope, scope.exhaustivity.contains(.events) else { return }
      let name = Self.expression(madeAt: callSite)
      let rest = steps.takeAll().filter { !$0.isExcused }.map {
        TestStoreText.Received($0.step.action, by: name, from: $0.former, to: $0.step.state)
      }
      if !rest.isEmpty { scope.report(.events, TestStoreText.notReceived(rest), at: callSite) }
    }
    session.describeTasks(of: store.root) { tasks in
      let effects = tasks.map { TestStoreText.Effect($0, steps.origins) }
      let place = effects.lazy.compactMap(\.place).first ?? callSite
      return (TestStoreText.effectsRunning(effects), place)
    }
  }

  /// The source text for this store in suggested lines.
  var expression: String { Self.expression(madeAt: callSite) }

  private static func expression(madeAt callSite: CallSite) -> String {
    TestSession.expression(madeBy: ["TestStore(", "TestStore<"], at: callSite, orElse: "store")
  }

  /// The state now.
  public var state: State { store.state }

  /// The categories that have to be asserted completely.
  ///
  /// `state` stands for each state, `events` for each action of an effect, and `tasks` for the end of each
  /// effect.
  public var exhaustivity: Exhaustivity {
    get { session.scope.exhaustivity }
    set {
      session.scope.exhaustivity = newValue
      demand(newValue)
    }
  }

  // States are asserted here, one for each action, and not by lines that read properties.
  private func demand(_ exhaustivity: Exhaustivity) {
    session.scope.setExhaustivity(exhaustivity.removing(.state), below: store.root)
  }
}

/// The objects that a test retains until its end.
private struct TestedStore<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>:
  Sendable
{
  let store: Store<State, Action, Environment>
  let subscription: Subscription
}
