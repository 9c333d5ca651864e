import Foundation
import StrataConcurrency
import StrataCore
import StrataOneStore
import StrataRendering
import Testing

/// Runs a closure once.
private final class Hook: Sendable {
  private let action = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)

  func set(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }
  func run() { action.withLock { $0.take() }?() }
}

private struct Dial: Model {
  struct State: Sendable {
    var count = 0
    var other = 0
    let hook = Hook()

    var shown: String {
      hook.run()
      return "\(count)"
    }
  }

  @ModelState private var state: State

  func add() { state.count += 1 }
  func setHook(_ body: @escaping @Sendable () -> Void) { state.hook.set(body) }
}

/// A number that runs a closure when it is compared.
private struct Compared: Sendable, Equatable {
  var number = 0
  let hook: Hook

  static func == (a: Compared, b: Compared) -> Bool {
    b.hook.run()
    return a.number == b.number
  }
}

private struct Scale: Model {
  struct State: Sendable {
    var compared = Compared(hook: Hook())
    var other = 0
  }

  @ModelState private var state: State
}

/// Changes of a state by the views that are evaluated.
@Suite(.timeLimit(.minutes(10))) struct EvaluationTests {
  private let store = Store<Dial>(initialState: .init())
  private var dial: Dial { store.model }

  @Test func aChangeThatAViewMakesAfterItsReadIsShown() {
    let isFirst = Locked(true, rank: .leaf)
    let probe = RenderProbe { [dial] in
      let count = dial.count
      if isFirst.withLock({ $0.take() }) { dial.add() }
      return count
    }
    #expect(probe.output == 1)
    dial.add()
    #expect(probe.output == 2)
  }

  @Test func aPropertyThatChangesTheStateOnceIsFollowed() {
    dial.setHook { [dial] in dial.add() }
    let probe = RenderProbe { [dial] in dial.shown }
    dial.add()
    #expect(probe.output == "2")
    #expect(probe.output == dial.shown)
    dial.add()
    #expect(probe.output == "3")
  }

  @Test func aReadWhileAViewComputesAPropertyForTheFirstTimeComputesItAsWell() {
    let notes = Notes()
    // One path, which both reads know again.
    let shown: @Sendable (Dial) -> String = { $0.shown }
    dial.setHook { [dial] in notes.note(withoutTracking { shown(dial) }) }
    let probe = RenderProbe { [dial] in shown(dial) }
    #expect(notes.all == ["0"])
    dial.add()
    #expect(probe.output == "1")
  }

  @Test func aPropertyThatChangesTheStateIsFollowedAlsoByALaterView() {
    RenderProbe { [dial] in dial.shown }.cancel()
    store.stateOverride = .init(count: 10)
    // It is what is overridden that has the hook now.
    let override = Dial.State(count: 20)
    override.hook.set { [store] in store.stateOverride = nil }
    store.stateOverride = override
    let probe = RenderProbe { [dial] in dial.shown }
    dial.add()
    #expect(probe.output == "1")
    dial.add()
    #expect(probe.output == "2")
  }
}

/// Views of other threads, while another state is about to be shown.
@Suite(.timeLimit(.minutes(10))) struct OverrideEvaluationTests {
  @Test func aViewWaitsForAnOverrideThatAnotherThreadIsSetting() {
    let store = Store<Scale>(initialState: .init())
    let scale = store.model
    let probe = RenderProbe { scale.compared.number }
    let seen = Locked<Int?>(nil, rank: .leaf)
    let seenBefore = Locked<Int?>(nil, rank: .leaf)
    let isOver = DispatchSemaphore(value: 0)
    let hook = Hook()
    hook.set {
      Thread.detachNewThread {
        let other = Tracker("view", at: .thisLine()) {}.track { scale.other }
        seen.withLock { $0 = other }
        isOver.signal()
      }
      // Time for a view that does not wait.
      for _ in 0..<2_000 where seen.withLock({ $0 }) == nil { sched_yield() }
      let other = seen.withLock { $0 }
      seenBefore.withLock { $0 = other }
    }
    store.stateOverride = .init(compared: .init(number: 1, hook: hook), other: 5)
    isOver.wait()
    #expect(seenBefore.withLock { $0 } == nil)
    #expect(seen.withLock { $0 } == 5)
    #expect(probe.output == 1)
  }
}

extension Bool {
  /// The value, which is false from now on.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}
