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

extension Bool {
  /// The value, which is false from now on.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}
