import Foundation
import StrataConcurrency

/// Runs a closure on so many threads of their own at once, and returns when all have ended.
///
/// This does not use tasks, because a task that waits for another would block one of the few threads that all tests
/// share.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let remaining = Locked(count, rank: .leaf)
    for index in 0..<count {
      Thread.detachNewThread {
        body(index)
        let isLast = remaining.withLock { remaining in
          remaining -= 1
          return remaining == 0
        }
        if isLast { continuation.resume() }
      }
    }
  }
}
