/// A callback or a loop's body that was allowed to begin and has not returned.
///
/// The last handlers of the scope wait while a thread is at its first step. That step may not have reached the body's
/// first instruction yet. It ends when the body returns or suspends first.
struct BegunBody {
  /// Different for each body of a scope.
  let serial: UInt64
  /// The thread that is at the first step; `nil` when that is over, or if no other code runs at the same time.
  var thread: ThreadIdentity?
  /// The task that runs the body, where there is one and it is known.
  var task: UncountedTask?
  /// The calls that wait for the outcome of the body.
  var verdict = Verdict()

  /// Whether the calling thread runs this body.
  var isRunning: Bool { thread.map { $0 == .current } ?? task?.isRunning ?? false }
}

extension WorkTable {
  /// Lets a body through.
  ///
  /// - Returns: Its serial.
  mutating func beginBody(on thread: ThreadIdentity?, task: UncountedTask?) -> UInt64 {
    bodySerial += 1
    begunBodies.append(BegunBody(serial: bodySerial, thread: thread, task: task))
    return bodySerial
  }

  /// Notes that a body is beyond its first step, and which task goes on with it.
  ///
  /// - Returns: Whether it goes on; else it has returned.
  mutating func endFirstStep(ofBody serial: UInt64, task: UncountedTask) -> Bool {
    guard let index = begunBodies.lastIndex(where: { $0.serial == serial }) else { return false }
    begunBodies[index].thread = nil
    begunBodies[index].task = task
    return true
  }

  /// Takes out a body that has returned.
  mutating func endBody(_ serial: UInt64) -> BegunBody? {
    begunBodies.lastIndex { $0.serial == serial }.map { begunBodies.remove(at: $0) }
  }

  /// Whether another thread is at the first step of a body.
  var isAnyBodyBeginningElsewhere: Bool {
    begunBodies.contains { $0.thread.map { $0 != .current } ?? false }
  }

  /// Defers last handlers until no first step delays them any more, behind those that are deferred already.
  mutating func holdBack(_ handlers: @escaping () -> Void) {
    guard let former = heldHandlers else {
      heldHandlers = handlers
      return
    }
    heldHandlers = {
      former()
      handlers()
    }
  }

  /// Returns the deferred last handlers if no first step delays them any more.
  mutating func takeHeldHandlers() -> (() -> Void)? {
    guard heldHandlers != nil, begunBodies.allSatisfy({ $0.thread == nil }) else { return nil }
    return heldHandlers.take()
  }
}
