import StrataConcurrency

/// Lets tests wait for an event instead of for time: open once, then all waiters pass.
final class Signal: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State(), rank: .leaf)

  func fire() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  var hasFired: Bool { state.withLock { $0.isOpen } }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(waiter) }
        return state.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }
}

/// Returns when the calling task is cancelled.
func untilCancelled() async {
  let cancelled = Signal()
  await withTaskCancellationHandler {
    await cancelled.wait()
  } onCancel: {
    cancelled.fire()
  }
}

/// The events of a test, in order.
final class Log: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
