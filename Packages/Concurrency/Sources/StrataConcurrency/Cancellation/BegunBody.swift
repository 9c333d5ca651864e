/// A callback or a loop's body that has been let through and has not returned.
///
/// While a thread is at its first step, the last handlers of the scope are held back: the step may not have
/// reached the body's first instruction yet. The step ends when the body returns or suspends first.
struct BegunBody {
  /// Different for each body of a scope.
  let serial: UInt64
  /// The thread that is at the first step; `nil` when that is over, or where nothing runs beside it.
  var thread: ThreadIdentity?
  /// The task that runs the body, where there is one and it is known.
  var task: UncountedTask?
  /// What to call when the body has returned and was not thrown out.
  var returnCalls: [@Sendable () -> Void] = []

  /// Whether it is what the calling thread runs.
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
  mutating func endFirstStep(ofBody serial: UInt64, task: UncountedTask) {
    guard let index = begunBodies.lastIndex(where: { $0.serial == serial }) else { return }
    begunBodies[index].thread = nil
    begunBodies[index].task = task
  }

  /// Takes out a body that has returned.
  mutating func endBody(_ serial: UInt64) -> BegunBody? {
    begunBodies.lastIndex { $0.serial == serial }.map { begunBodies.remove(at: $0) }
  }

  /// Whether another thread is at the first step of a body.
  var isAnyBodyBeginningElsewhere: Bool {
    begunBodies.contains { $0.thread.map { $0 != .current } ?? false }
  }

  /// Gives the last handlers that are held back, if nothing holds them any more.
  mutating func takeHeldHandlers() -> (() -> Void)? {
    guard heldHandlers != nil, begunBodies.allSatisfy({ $0.thread == nil }) else { return nil }
    return heldHandlers.take()
  }
}
