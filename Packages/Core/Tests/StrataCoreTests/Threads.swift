import Foundation
import StrataConcurrency

/// Runs closures on threads of their own and waits until all have returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }
  group.wait()
}

/// A closure that runs on another thread.
final class OtherThread: Sendable {
  private let done = Gate()

  init(_ body: @escaping @Sendable () -> Void) {
    let done = done
    Thread {
      body()
      done.open()
    }.start()
  }

  /// Waits until the closure has returned.
  func join() { done.wait() }
}

/// Lets threads wait for a moment.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// Waits until somebody has opened it; then it stays open.
  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// Gives other threads the processor until something is the case, which it must be in the end.
func waitUntil(_ condition: () -> Bool) {
  while !condition() { sched_yield() }
}
