import StrataConcurrency

/// Lets tasks wait for an event instead of for time: open once, then all pass.
///
/// A waiter whose task is cancelled passes too.
final class Gate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State(), rank: .leaf)

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiters.append(waiter) }
          return state.isOpen
        }
        if isOpen { waiter.resume() }
      }
    } onCancel: {
      open()
    }
  }
}
