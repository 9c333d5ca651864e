import Foundation
import StrataConcurrency
@_spi(Strata) import StrataCore
import Testing

@_spi(Strata) @testable import StrataUpdates

private typealias NumberStore = Store<Int, Int, Void>

/// Takes the decoder of a text.
private struct Decoding: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }
}

/// What an inspector does to the state of a store.
@Suite struct StoreRestoringTests {
  private func makeStore(executor: (any DeliveryExecutor)? = nil) -> NumberStore {
    NumberStore(
      update: { state, action, _ in Update(state: state + action) },
      state: 1,
      environment: (),
      executor: executor
    )
  }

  private func restore(
    _ context: Context,
    _ part: any RestorableState,
    to text: String
  ) throws {
    let decoder = try JSONDecoder().decode(Decoding.self, from: Data(text.utf8)).decoder
    try part.restoreState(of: context) { _ in decoder }
  }

  @Test func theStateBecomesTheDecodedOneWithoutAnAction() throws {
    let store = makeStore()
    let (states, actions, steps) = (Recorded<Int>(), Recorded<Int>(), Recorded<Int>())
    let tokens = [
      store.observe { states.append($0) },
      store.observeActions { actions.append($0) },
      store.observeSteps { steps.append($0.state) },
    ]
    let part = try #require(store.root.restorableState)
    #expect(part.restoredProperty == "state")
    try restore(store.root, part, to: "7")
    #expect(store.state == 7)
    // The next action finds the restored state.
    store.send(2)
    #expect(states.elements == [1, 7, 9])
    #expect(actions.elements == [2])
    #expect(steps.elements == [9])
    withExtendedLifetime(tokens) {}
  }

  @Test func anEqualStateNotifiesNoObserver() throws {
    let store = makeStore()
    let states = Recorded<Int>()
    let token = store.observe { states.append($0) }
    try restore(store.root, try #require(store.root.restorableState), to: "1")
    #expect(states.elements == [1])
    withExtendedLifetime(token) {}
  }

  @Test func aStateThatIsChangedInPlaceBecomesTheDecodedOne() throws {
    let store = NumberStore(
      changing: { state, action, _ in
        state += action
        return Update()
      },
      state: 1,
      environment: ()
    )
    let states = Recorded<Int>()
    let token = store.observe { states.append($0) }
    try restore(store.root, try #require(store.root.restorableState), to: "7")
    store.send(2)
    #expect(states.elements == [1, 7, 9])
    withExtendedLifetime(token) {}
  }

  @Test func theActionsThatWaitAreHandledBefore() throws {
    let executor = ManualExecutor()
    let store = makeStore(executor: executor)
    let states = Recorded<Int>()
    let token = store.observe { states.append($0) }
    store.send(2)
    try restore(store.root, try #require(store.root.restorableState), to: "7")
    #expect(store.state == 1)
    executor.run()
    #expect(states.elements == [1, 3, 7])
    withExtendedLifetime(token) {}
  }

  @Test func aStoreThatHasGoneTakesNoState() throws {
    var store: NumberStore? = makeStore()
    let context = try #require(store).root
    let part = try #require(context.restorableState)
    store = nil
    #expect(throws: RestorationError.ended("Store<Int, Int>")) {
      try restore(context, part, to: "7")
    }
    #expect(context.restorableState == nil)
  }

  @Test func aStateThatCannotBeDecodedIsAnError() throws {
    let store = StrataUpdatesTests.makeStore()
    let part = try #require(store.root.restorableState)
    #expect(throws: RestorationError.notDecodable(CounterState.self)) {
      try restore(store.root, part, to: "7")
    }
    #expect(store.state == CounterState())
  }
}
