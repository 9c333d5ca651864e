import Dispatch
import Foundation

/// Runs a closure on another thread and waits until it has returned.
func onThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

/// Runs a closure on threads of their own and waits until all have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      body(number)
      group.leave()
    }
    .start()
  }
  group.wait()
}
