import StrataConcurrency
import StrataUpdates
import Testing

/// One action at a time, in the order of sending, from any sender.
@Suite struct StoreOrderTests {
  /// The peer notifies subscribers before it has set the state, so an action of a subscriber is overwritten.
  @Test func aSubscribersActionIsNotLost() {
    let store = makeStore()
    let token = store.observe { [weak store] state in
      if state.count == 1 { store?.send(.setText("one")) }
    }
    store.send(.increment)
    #expect(store.state == CounterState(count: 1, text: "one"))
    store.send(.increment)
    #expect(store.state == CounterState(count: 2, text: "one"))
    withExtendedLifetime(token) {}
  }

  /// When a subscriber of `actions` sends an action, the peer handles it before the action that it delivers.
  @Test func whatASubscriberOfActionsSendsComesAfterTheAction() {
    let store = makeStore()
    let handled = Recorded<CounterAction>()
    let steps = store.observeSteps { handled.append($0.action) }
    let token = store.observeActions { [weak store] action in
      if action == .increment { store?.send(.setText("later")) }
    }
    store.send(.increment)
    #expect(handled.elements == [.increment, .setText("later")])
    withExtendedLifetime((token, steps)) {}
  }

  @Test func handlingIsNeverReentered() {
    struct Depth: Sendable { var now = 0, most = 0 }
    let depth = Locked(Depth(), rank: .leaf)
    let holder = Recorded<CounterStore>()
    let store = Store(
      update: { (state: CounterState, action: CounterAction, environment: CounterEnvironment) in
        depth.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        if action == .increment { for store in holder.elements { store.send(.add(10)) } }
        defer { depth.withLock { $0.now -= 1 } }
        return CounterState.update(state: state, action: action, environment: environment)
      },
      state: CounterState(),
      environment: CounterEnvironment(fx: { $0 == .increment ? .just(.add(100)) : .empty })
    )
    holder.append(store)
    let token = store.observe { [weak store] state in
      if state.count == 1 { store?.send(.add(1_000)) }
    }
    store.send(.increment)
    #expect(store.state.count == 1_111)
    #expect(depth.withLock { $0.most } == 1)
    holder.removeAll()
    withExtendedLifetime(token) {}
  }

  @Test func actionsFollowTheOrderOfSending() {
    let store = makeStore { action in
      action == .increment
        ? .merge(.just(.setText("c"), .setText("d")), .just(.setText("e"))) : .empty
    }
    let handled = Recorded<CounterAction>()
    let token = store.observeSteps { [weak store] step in
      handled.append(step.action)
      if step.action == .increment {
        store?.send(.setText("a"))
        store?.send(.setText("b"))
      }
    }
    store.send(.increment)
    #expect(
      handled.elements
        == [.increment] + ["a", "b", "c", "d", "e"].map { CounterAction.setText($0) }
    )
    withExtendedLifetime(token) {}
  }

  /// The peer's synchronous effects call `send` inside `send`, and a deep chain overflows the stack.
  @Test func aLongChainOfEffectsDoesNotRecurse() {
    let store = Store(
      update: { (count: Int, _: Void, _: Void) in
        Update<Int, Void>(state: count + 1, fx: count < 100_000 ? .just(()) : .empty)
      },
      state: 0,
      environment: ()
    )
    store.send(())
    #expect(store.state == 100_001)
  }

  @Test func subscribersThatWouldSendForEverAreReported() {
    let messages = reports {
      let store = makeStore()
      let token = store.observe { [weak store] _ in store?.send(.increment) }
      #expect(store.state.count == 999)
      store.send(.touch)
      #expect(store.state.count == 999)
      token.cancel()
      store.send(.increment)
      #expect(store.state.count == 1_000)
    }
    #expect(
      messages == [
        """
        Store<CounterState, CounterAction>: 1000 actions in a row were each sent by a subscriber \
        that was told of the one before, so this would never end. increment is not handled. Send \
        from a subscriber only if the state calls for it, or return an effect instead.
        """
      ]
    )
  }

  @Test func aStoreMaySendToAnotherAndBack() {
    let (first, second) = (makeStore(), makeStore())
    let tokens = [
      first.observe { [weak second] state in if state.count > 0 { second?.send(.add(state.count)) }
      },
      second.observe { [weak first] state in
        if state.count > 0, state.count < 10 { first?.send(.increment) }
      },
    ]
    first.send(.increment)
    #expect(first.state.count == 4)
    #expect(second.state.count == 10)
    withExtendedLifetime(tokens) {}
  }
}
