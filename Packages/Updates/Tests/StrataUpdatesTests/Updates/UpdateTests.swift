import StrataRendering
import StrataUpdates
import Testing

private typealias Change = Update<CounterState, CounterAction>

@Suite struct UpdateTests {
  @Test func anUpdateIsAStateEffectsAndATransaction() {
    let plain = Change(state: CounterState(count: 1))
    #expect(plain.state.count == 1)
    #expect(plain.fx.isEmpty)
    #expect(plain.transaction == nil)
    let full = Change(
      state: CounterState(),
      fx: .just(.touch),
      transaction: RecordedTransaction(animation: .linear)
    )
    #expect(!full.fx.isEmpty)
    #expect(full.transaction?.animation == .linear)
  }

  @Test func mergedEffectsBothRun() {
    let store = Store(
      update: { (state: CounterState, action: CounterAction, _: Void) in
        guard action == .touch else {
          return CounterState.update(state: state, action: action, environment: .init())
        }
        return Change(state: state, fx: .just(.add(1)))
          .mergeFx(.just(.add(10)))
          .mergeFx(.empty)
          .mergeFx(.just(.add(100)))
      },
      state: CounterState(),
      environment: ()
    )
    store.send(.touch)
    #expect(store.state.count == 111)
  }

  @Test func pipedUpdatesSeeTheStateBeforeThem() async {
    let update = Change(state: CounterState(count: 1), fx: .just(.add(1))).animation(.easeIn)
      .pipe { state in
        Change(state: CounterState(count: state.count * 10), fx: .just(.add(2)))
      }
    #expect(update.state.count == 10)
    #expect(update.transaction?.animation == .easeIn)
    var produced: [CounterAction] = []
    for await action in update.fx { produced.append(action) }
    #expect(Set(produced.map { "\($0)" }) == ["add(1)", "add(2)"])
    #expect(update.pipe { Change(state: $0).animation(.linear) }.transaction?.animation == .linear)
  }

  /// The animations that the state's observers see, one entry for each change.
  private func animations(
    _ change: @escaping @Sendable (Change) -> Change,
    sending: (CounterStore) -> Void
  ) -> [RecordedAnimation?] {
    let store = CounterStore(
      update: { state, action, environment in
        change(CounterState.update(state: state, action: action, environment: environment))
      },
      state: CounterState(),
      environment: CounterEnvironment()
    )
    let seen = Recorded<RecordedAnimation?>()
    let token = store.observe { _ in seen.append(RecordedTransaction.current.animation) }
    seen.removeAll()
    sending(store)
    withExtendedLifetime(token) {}
    return seen.elements
  }

  @Test func anUpdatesAnimationGoesWithItsChange() {
    #expect(
      animations {
        $0.animation()
      } sending: {
        $0.send(.increment)
      } == [.default]
    )
    #expect(
      animations {
        $0.animation(.linear)
      } sending: {
        $0.send(.increment)
      } == [.linear]
    )
    #expect(RecordedTransaction.current.animation == nil)
  }

  /// The peer makes a transaction without animation for each update, and so overrides the ambient one.
  @Test func withoutAnimationTheAmbientOneApplies() {
    let seen = animations {
      $0
    } sending: { store in
      store.send(.increment)
      withRecordedAnimation(.spring) { store.send(.increment) }
    }
    #expect(seen == [nil, .spring])
  }

  @Test func aQueuedActionKeepsTheAnimationOfItsSender() {
    let store = makeStore()
    let seen = Recorded<RecordedAnimation?>()
    let token = store.observe { [weak store] state in
      seen.append(RecordedTransaction.current.animation)
      if state.count == 1 { withRecordedAnimation(.easeOut) { store?.send(.increment) } }
    }
    store.send(.increment)
    store.send(.increment)
    #expect(seen.elements == [nil, nil, .easeOut, nil])
    withExtendedLifetime(token) {}
  }

  @Test func nilShowsAtOnceWhateverIsAround() {
    let seen = animations {
      $0.animation(nil)
    } sending: { store in
      withRecordedAnimation(.spring) { store.send(.increment) }
    }
    #expect(seen == [nil])
  }

  @Test func aTransactionGoesWithItsChange() {
    var transaction = RecordedTransaction(animation: .easeIn)
    transaction.disablesAnimations = true
    let kept = transaction
    let store = CounterStore(
      update: { state, action, environment in
        CounterState.update(state: state, action: action, environment: environment)
          .transaction(kept)
      },
      state: CounterState(),
      environment: CounterEnvironment()
    )
    let seen = Recorded<RecordedTransaction>()
    let steps = Recorded<RecordedTransaction?>()
    let tokens = [
      store.observe { _ in seen.append(.current) },
      store.observeSteps { steps.append($0.update.transaction) },
    ]
    store.send(.increment)
    #expect(seen.elements == [RecordedTransaction(), kept])
    #expect(steps.elements == [kept])
    withExtendedLifetime(tokens) {}
  }
}
