/// A task whose body has not returned, without being counted: a task that runs keeps itself.
@safe
struct UncountedTask: Sendable {
  private let bits: UInt

  init<Failure: Error>(_ task: Task<Void, Failure>) {
    // SAFETY: a task is one reference, whose bits alone are kept.
    bits = unsafe unsafeBitCast(task, to: UInt.self)
  }

  private init(bits: UInt) {
    self.bits = bits
  }

  /// The running task.
  static var current: UncountedTask? {
    unsafe withUnsafeCurrentTask { current in
      // SAFETY: what the runtime gives is one reference to the task, whose bits alone are kept.
      unsafe current.map { UncountedTask(bits: unsafe unsafeBitCast($0, to: UInt.self)) }
    }
  }

  /// Whether it is the running task.
  var isRunning: Bool {
    unsafe withUnsafeCurrentTask { current in
      guard let current = unsafe current else { return false }
      // SAFETY: what the runtime gives is one reference to the task, whose bits alone are compared.
      return unsafe unsafeBitCast(current, to: UInt.self) == bits
    }
  }

  /// The task, counted.
  ///
  /// - Precondition: Its body has not returned, and cannot return before this has.
  var task: Task<Void, Never> {
    // SAFETY: the bits are those of a task, see `init`; by the precondition it is still there.
    unsafe unsafeBitCast(bits, to: Task<Void, Never>.self)
  }
}
