/// An unretained reference to a task whose body has not returned; a task that runs retains itself.
@safe
struct UncountedTask: Sendable {
  private let bits: UInt

  init<Failure: Error>(_ task: Task<Void, Failure>) {
    // SAFETY: a task is one reference; only its bits are stored.
    bits = unsafe unsafeBitCast(task, to: UInt.self)
  }

  private init(bits: UInt) {
    self.bits = bits
  }

  /// The running task.
  static var current: UncountedTask? {
    unsafe withUnsafeCurrentTask { current in
      // SAFETY: the runtime returns one reference to the task; only its bits are stored.
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
