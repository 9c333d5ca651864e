import StrataConcurrency
import StrataStores
import Testing

enum Sound: SideEffect, Equatable {
  case beep
  case boom
}

// SAFETY: adds only a constant.
final class SoundStore: EffectStore<CounterState, Sound>, @unchecked Sendable {
  let hooked = Recorded<Int>()

  init(delivery: StoreDelivery = .immediate) {
    super.init(initialState: .init(), delivery: delivery)
  }

  override func on(state: CounterState) { hooked.append(state.count) }
}

@Suite struct EffectStoreTests {
  @Test func tellsStatesAndEffectsInOrder() {
    let store = SoundStore()
    let seen = Recorded<String>()
    let token = store.subscribe { state, effect in
      seen.append("\(state.count) \(effect.map { "\($0)" } ?? "-")")
    }
    store.emit(.beep)
    store.state.count = 1
    store.emit(.boom)
    #expect(seen.elements == ["0 -", "0 beep", "1 -", "1 boom"])
    token.stop()
  }

  @Test func tellsAnEffectOnceThoughTheStateIsEqual() {
    let store = SoundStore()
    let seen = Recorded<Sound>()
    let token = store.subscribe { _, effect in if let effect { seen.append(effect) } }
    store.emit(.beep)
    store.emit(.beep)
    #expect(seen.elements == [.beep, .beep])
    token.stop()
  }

  @Test func subscribersOfStatesHearNoEffects() {
    let store = SoundStore()
    let seen = Recorded<Int>()
    let token = store.subscribe { state in seen.append(state.count) }
    store.emit(.beep)
    #expect(seen.elements == [0])
    token.stop()
  }

  @Test func storesFollowEffects() {
    let delivery = StoreDelivery.immediate
    let source = SoundStore(delivery: delivery)
    let follower = CounterStore(delivery: delivery)
    follower.subscribe(to: source) { [weak follower] _, effect in
      if effect == .beep { follower?.add(1) }
    }
    source.emit(.beep)
    source.emit(.boom)
    #expect(follower.state.count == 1)
  }

  @Test func effectsInsideATransactionAreToldAfterIt() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let store = SoundStore(delivery: delivery)
    store.subscribe(to: source) { [weak store] state in
      store?.emit(.beep)
      store?.state.count = state.count
    }
    let seen = Recorded<String>()
    let token = store.subscribe { state, effect in
      seen.append("\(state.count) \(effect.map { "\($0)" } ?? "-")")
    }
    source.add(5)
    #expect(seen.elements == ["0 -", "5 -", "5 beep"])
    token.stop()
  }

  @Test func hookIsCalledWithEachStateThatFollows() {
    let store = SoundStore()
    store.state.count = 1
    store.emit(.beep)
    store.state.count = 1
    store.state.count = 2
    #expect(store.hooked.elements == [1, 2])
  }

  @Test func effectsCanBeLoopedOver() async {
    let store = SoundStore()
    let effects = store.effects
    store.emit(.beep)
    store.emit(.boom)
    var told: [Sound] = []
    for await effect in effects {
      told.append(effect)
      if told.count == 2 { break }
    }
    #expect(told == [.beep, .boom])
  }
}
