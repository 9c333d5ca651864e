import CScheduler

/// The parts of one run of a program.
public final class Scene {
  private(set) var threads: [() -> Void] = []
  private(set) var checks: [() -> Void] = []

  init() {}

  /// Adds a thread; the first one is number 0.
  public func thread(_ body: @escaping () -> Void) {
    threads.append(body)
  }

  /// Adds a check for when all threads have ended.
  public func atEnd(_ check: @escaping () -> Void) {
    checks.append(check)
  }
}

@available(*, unavailable)
extension Scene: Sendable {}

/// A step at which another thread may go on.
public func step(_ label: StaticString) {
  unsafe schedulerStep(UnsafeRawPointer(label.utf8Start).assumingMemoryBound(to: CChar.self), nil)
}

/// As ``step(_:)``, in a closure that the engine calls; fails when the engine holds a lock there.
public func called(_ label: StaticString) {
  if schedulerHeldLocks() != 0 { fail("lock", "the program is called under a lock: \(label)") }
  step(label)
}

/// The number of the calling thread, or `nil` outside of a run.
public var currentThread: Int? {
  let number = schedulerThread()
  return number < 0 ? nil : Int(number)
}

/// How many waits of the run have ended by time, because no thread could go on otherwise.
public var lapsedWaits: Int { Int(schedulerLapses()) }

/// Ends the run with a failure unless a condition is true.
public func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
  if !condition { fail("promise", text()) }
}

/// Ends the run with a failure.
public func fail(_ kind: String, _ text: String) -> Never {
  unsafe schedulerFail(kind, text)
}
