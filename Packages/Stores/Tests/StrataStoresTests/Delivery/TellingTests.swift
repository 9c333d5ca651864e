import StrataConcurrency
import StrataCore
import Synchronization
import Testing

@testable import StrataStores

// One thread notifies subscribers without retaining the list, and another changes the list meanwhile; together they
// take four steps. The tests run each order in which these steps can meet, on one thread.
@Suite struct TellingTests {
  private typealias Core = StoreCore<CounterState>

  /// A value in a subscriber's closure.
  private final class Held: Sendable {}

  /// A store with one subscriber, whose closure retains an object.
  private final class Setup {
    let store = CounterStore()
    var token: StateSubscription<CounterState>?
    weak var held: Held?

    var core: Core { store.core }
    var thread: StoreThread { StoreThread.current }

    init() {
      let held = Held()
      self.held = held
      token = store.subscribe { _ in withExtendedLifetime(held) {} }
    }

    /// The first step of the thread that notifies.
    func begin() -> Bool {
      core.context.withGuardLocked { unsafe core.beginTelling() != nil }
    }

    /// The first step of the thread that removes the subscriber.
    func retire() -> Bool {
      let isRetired = core.context.withGuardLocked {
        let isRetired = core.retire()
        core.subscribers = SubscriberList()
        return isRetired
      }
      token = nil
      return isRetired
    }

    /// Whether the role is free, nothing is marked, and the retired list has been released.
    var isDone: Bool {
      let isIdle = core.delivery.role.isIdle
      return isIdle && core.retired.isEmpty && !core.isNotified.load(ordering: .relaxed)
    }
  }

  @Test func listThatIsNotToldIsChangedInPlace() {
    let setup = Setup()
    #expect(!setup.retire())
    #expect(setup.held == nil)
    #expect(setup.isDone)
  }

  @Test func noteThatComesBeforeTheEndIsFoundByTheDeliverer() {
    let setup = Setup()
    #expect(setup.begin())
    #expect(setup.retire())
    setup.core.noteRetired(setup.thread)
    // The delivery owner still goes through the list.
    #expect(setup.held != nil)
    setup.core.endTelling(setup.thread)
    #expect(setup.held == nil)
    #expect(setup.isDone)
  }

  @Test func noteThatComesBetweenTheMarkAndTheRoleIsFoundByTheDeliverer() {
    let setup = Setup()
    #expect(setup.begin())
    #expect(setup.retire())
    setup.core.isNotified.store(false, ordering: .releasing)
    setup.core.noteRetired(setup.thread)
    #expect(setup.held != nil)
    let isGivenBack = setup.core.delivery.role.giveBack()
    #expect(!isGivenBack)
    setup.core.finishTelling(setup.thread)
    #expect(setup.held == nil)
    #expect(setup.isDone)
  }

  @Test func noteThatComesTooLateIsSeenByWhoLeavesIt() {
    let setup = Setup()
    #expect(setup.begin())
    #expect(setup.retire())
    setup.core.endTelling(setup.thread)
    #expect(setup.held != nil)
    setup.core.noteRetired(setup.thread)
    #expect(setup.held == nil)
    #expect(setup.isDone)
  }

  @Test func noteThatFindsTheNextDelivererIsLeftToIt() {
    let setup = Setup()
    let other = setup.store.subscribe { _ in }
    #expect(setup.begin())
    let isRetired = setup.core.context.withGuardLocked { setup.core.retire() }
    #expect(isRetired)
    setup.core.endTelling(setup.thread)
    // A second update is delivered before the note is left.
    #expect(setup.begin())
    setup.core.noteRetired(setup.thread)
    #expect(setup.core.retired.count == 1)
    setup.core.endTelling(setup.thread)
    #expect(setup.isDone)
    setup.token = nil
    #expect(setup.held == nil)
    withExtendedLifetime(other) {}
  }

  @Test func whoEndsItsSubscriptionWhileBeingToldIsReleasedWhenAllAreTold() {
    let store = CounterStore()
    let tokens = Recorded<StateSubscription<CounterState>>()
    let told = Recorded<String>()
    weak var released: Held?
    do {
      let held = Held()
      released = held
      tokens.append(
        store.subscribe { state in
          told.append("first \(state.count)")
          if state.count == 1 {
            let own = tokens.elements
            tokens.removeAll()
            own[0].stop()
          }
          withExtendedLifetime(held) {}
        }
      )
    }
    let second = store.subscribe { [weak released] state in
      told.append("second \(state.count) \(released == nil ? "released" : "held")")
    }
    store.add(1)
    #expect(released == nil)
    store.add(1)
    #expect(
      told.elements == [
        "first 0", "second 0 held", "first 1", "second 1 held", "second 2 released",
      ]
    )
    withExtendedLifetime(second) {}
  }

  @Test func whoSubscribesWhileOthersAreToldIsToldFromTheNextStateOn() {
    let store = CounterStore()
    let tokens = Recorded<StateSubscription<CounterState>>()
    let told = Recorded<Int>()
    let first = store.subscribe { [weak store] state in
      if state.count == 1, let store {
        tokens.append(store.subscribe { told.append($0.count) })
      }
    }
    store.add(1)
    store.add(1)
    #expect(told.elements == [1, 2])
    withExtendedLifetime(first) {}
  }
}
