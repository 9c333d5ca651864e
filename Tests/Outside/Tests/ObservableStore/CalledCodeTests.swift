import StrataConcurrency
import StrataRendering
import StrataUpdates
import Testing

/// A rendered closure that sends an action does not read what the store's own code reads.
struct CalledCodeTests {
  enum Way: CaseIterable { case observer, firstCall, actionObserver, update }

  @Test(arguments: Way.allCases)
  func whatAnActionMakesTheStoreReadIsNoReadOfTheSender(_ way: Way) {
    let read = notebook()
    let calls = Seen<Int>()
    let look: @Sendable () -> Void = {
      calls.add(1)
      _ = read.state.query
    }
    let store = Store<Int, Int, @Sendable () -> Void>(
      update: { state, action, look in
        if way == .update { look() }
        return Update(state: state + action)
      },
      state: 0,
      environment: look
    )
    let token =
      switch way {
      case .observer: store.observe { _ in look() }
      case .actionObserver: store.observeActions { _ in look() }
      default: store.observe { _ in }
      }
    let before = calls.values.count
    let probe = RenderProbe {
      if way == .firstCall {
        store.observe { _ in look() }.cancel()
      } else {
        store.send(1)
      }
      return 0
    }
    #expect(calls.values.count == before + 1)
    read.send(.search("x"))
    #expect(probe.evaluations == 1)
    token.cancel()
  }
}
