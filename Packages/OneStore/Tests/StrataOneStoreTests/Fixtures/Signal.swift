import StrataConcurrency

/// Collects values from tasks, and lets a test wait for a number of them.
final class Collected<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var values: [Value] = []
    var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Locked(State(), rank: .leaf)

  var all: [Value] { state.withLock { $0.values } }

  func add(_ value: Value) {
    let due = state.withLock { state in
      state.values.append(value)
      guard let waiting = state.waiting, state.values.count >= waiting.count else {
        return nil as CheckedContinuation<Void, Never>?
      }
      state.waiting = nil
      return waiting.continuation
    }
    due?.resume()
  }

  /// Waits until there are so many values, and gives them.
  func first(_ count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.values.count >= count { return true }
        state.waiting = (count, continuation)
        return false
      }
      if isDue { continuation.resume() }
    }
    return all
  }
}
