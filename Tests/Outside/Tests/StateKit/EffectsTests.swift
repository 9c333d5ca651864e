import StrataStores
import Testing

enum Sound: SideEffect, Equatable {
  case bell
  case drum(Int)
}

// SAFETY: stores nothing beside the state.
final class LoudStore: EffectStore<CartState, Sound>, @unchecked Sendable {
  var before: [Int] = []

  init() { super.init(initialState: .init()) }

  func add(_ name: String) {
    state.add(name)
    emit(.drum(state.lines.count))
  }

  override func on(state: CartState) { before.append(state.lines.count) }
}

/// One-time effects beside the state.
struct EffectsTests {
  @Test func statesAndEffectsComeInOneOrder() {
    let store = atOnce { LoudStore() }
    let seen = Seen<String>()
    let token = store.subscribe { state, effect in
      seen.add("\(state.lines.count)\(effect.map { " \($0)" } ?? "")")
    }
    store.add("tea")
    store.emit(.bell)
    #expect(seen.values == ["0", "1", "1 drum(1)", "1 bell"])
    withExtendedLifetime(token) {}
  }

  @Test func theSameEffectTwiceIsHeardTwice() {
    let store = atOnce { LoudStore() }
    let seen = Seen<Sound>()
    let token = store.subscribe { _, effect in if let effect { seen.add(effect) } }
    store.emit(.bell)
    store.emit(.bell)
    #expect(seen.values == [.bell, .bell])
    withExtendedLifetime(token) {}
  }

  @Test func whoSubscribesLaterHearsNoOldEffect() {
    let store = atOnce { LoudStore() }
    store.emit(.bell)
    let seen = Seen<Sound?>()
    let token = store.subscribe { _, effect in seen.add(effect) }
    #expect(seen.values == [nil])
    withExtendedLifetime(token) {}
  }

  @Test func thoseWhoAskForStatesAloneHearNoEffects() {
    let store = atOnce { LoudStore() }
    let seen = Seen<Int>()
    let token = store.subscribe { (state: CartState) in seen.add(state.lines.count) }
    store.emit(.bell)
    store.add("tea")
    #expect(seen.values == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test func theHookComesBeforeTheSubscribers() {
    let store = atOnce { LoudStore() }
    let seen = Seen<Bool>()
    let token = store.subscribe { (state: CartState) in
      seen.add(state.lines.isEmpty || store.before.last == state.lines.count)
    }
    store.add("tea")
    store.add("tea")
    #expect(seen.values == [true, true, true])
    #expect(store.before == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func effectsAsASequenceBeginNow() async {
    let store = atOnce { LoudStore() }
    store.emit(.bell)
    let effects = store.effects
    store.emit(.drum(1))
    store.emit(.drum(2))
    var iterator = effects.makeAsyncIterator()
    #expect(await iterator.next() == .drum(1))
    #expect(await iterator.next() == .drum(2))
  }

  @Test func anEffectEmittedByASubscriberComesAfter() {
    let store = atOnce { LoudStore() }
    let one = Seen<String>()
    let two = Seen<String>()
    let a = store.subscribe { _, effect in
      one.add("\(effect.map { "\($0)" } ?? "-")")
      if effect == .bell { store.emit(.drum(9)) }
    }
    let b = store.subscribe { _, effect in two.add("\(effect.map { "\($0)" } ?? "-")") }
    store.emit(.bell)
    #expect(one.values == ["-", "bell", "drum(9)"])
    #expect(two.values == ["-", "bell", "drum(9)"])
    withExtendedLifetime((a, b)) {}
  }
}
