import Foundation
import StrataConcurrency

@testable import StrataCore

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

/// Makes threads wait until it is opened.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// Waits until a thread has opened it; then it stays open.
  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// A transaction of another thread, which is open from the initializer to `end()`.
struct OpenTransaction {
  private let over: Gate
  private let thread: OtherThread

  /// Returns when a closure has run in the transaction.
  init(of context: Context, _ body: @escaping @Sendable () -> Void) {
    let (open, over) = (Gate(), Gate())
    self.over = over
    thread = OtherThread {
      context.transaction {
        body()
        open.open()
        over.wait()
      }
    }
    open.wait()
  }

  /// Returns when the transaction has ended, and its changes are delivered.
  func end() {
    over.open()
    thread.join()
  }
}

/// Yields the processor until a condition is true, which it has to become.
func waitUntil(_ condition: () -> Bool) {
  while !condition() { sched_yield() }
}

extension Context {
  /// Whether a thread sleeps until something of this tree is free.
  var hasWaiters: Bool {
    let lock = lock()
    defer { lock.unlock() }
    return !tree.waiters.isEmpty
  }
}
