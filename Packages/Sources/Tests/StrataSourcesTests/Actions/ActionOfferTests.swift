import StrataConcurrency
import StrataCore
import Testing

@testable import StrataSources

/// The action that a source gives to several models that are made at once.
@Suite struct ActionOfferTests {
  @Test func theModelAfterTheFirstOffersTheSameActionWhileTheFirstIsToldOf() {
    let counter = CounterSource()
    let first = Locked<CounterModel?>(nil, rank: .leaf)
    // This runs before the setter of the first model returns, as another thread may come between.
    let observation = counter.context.observe(counter.slot) { _ in
      guard first.withLock({ $0 == nil }) else { return }
      let model = counter.snapshot().value
      first.withLock { $0 = model }
      counter.set(1)
    }
    counter.set(0)
    #expect(counter.model.count == 1)
    let increment = first.withLock { $0?.increment }
    #expect(increment?.isAvailable == true)
    increment?()
    #expect(counter.calls == ["increment"])
    withExtendedLifetime(observation) {}
  }

  @Test func whoIsLateIsOfferedTheActionThatOthersHaveBeenOfferedMeanwhile() {
    let switches = Switches()
    switches.model = Switches.Model(look: Look())
    let early = Locked<Action<Void>?>(nil, rank: .leaf)
    // Between two looks of one offer, as another thread may come between.
    let look = Look {
      switches.model = Switches.Model(look: Look())
      let offered = switches.offered
      early.withLock { $0 = offered }
    }
    switches.model = Switches.Model(look: look)
    let late = switches.offered
    switches.model = Switches.Model(look: Look(), turn: early.withLock { $0 })
    switches.model = Switches.Model(look: Look(), turn: late)
    let offered = early.withLock { $0 }
    #expect(offered?.isAvailable == true)
  }

  @Test func anActionOfASourceWithoutAModelIsNotAvailable() {
    let switches = Switches()
    let offered = switches.offered
    #expect(!offered.isAvailable)
    #expect(withExtendedLifetime(switches) { offered.unavailability?.code } == .expired)
  }

  @Test func theLatestOfSeveralOffersInOneModelIsOfferedAgain() {
    let switches = Switches()
    func next(_ turns: [Action<Void>]) {
      switches.model = Switches.Model(look: Look(), turns: turns)
    }
    next([])
    let early = switches.offered
    next([])
    let late = switches.offered
    next([late, early])
    #expect(early.isAvailable)
    next([switches.offered])
    #expect(late.isAvailable)
    #expect(!early.isAvailable)
  }

  @Test func anActionIsOneOfferThoughAnotherIsOfferedMeanwhile() {
    let counter = CounterSource()
    let increment = counter.offered.increment
    _ = counter.offered.add
    let again = counter.offered.increment
    counter.model = CounterModel(count: 0, increment: again)
    #expect(increment.isAvailable)
    #expect(again.isAvailable)
  }

  @Test func anExpiredActionIsNotAvailableInATransaction() {
    let counter = CounterSource()
    let add = counter.model.add
    #expect(add?.isAvailable == true)
    counter.context.transaction {
      counter.set(9)
      #expect(add?.isAvailable == false)
      #expect(counter.model.increment?.isAvailable == true)
    }
    #expect(add?.isAvailable == false)
  }

  /// Runs a closure once, when it is searched for actions.
  private final class Look: CustomReflectable, Sendable {
    private let body: Locked<(@Sendable () -> Void)?>

    init(_ body: (@Sendable () -> Void)? = nil) { self.body = Locked(body, rank: .leaf) }

    var customMirror: Mirror {
      let body = body.withLock { $0.take() }
      body?()
      return Mirror(self, children: [:])
    }
  }

  // SAFETY: adds an action alone.
  private final class Switches: SourceOf<Switches.Model>, @unchecked Sendable {
    struct Model: Sendable {
      var look: Look
      var turn: Action<Void>?
      var turns: [Action<Void>] = []
    }

    @Action(Switches.turn) private var turnAction
    var initialModel: Model { Model(look: Look()) }
    var offered: Action<Void> { turnAction }

    private func turn() {}
  }
}
