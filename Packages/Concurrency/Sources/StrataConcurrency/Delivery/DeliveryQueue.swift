/// Who runs delivered jobs, and in which order: a pure machine, kept under an executor's lock.
struct DeliveryQueue: Sendable {
  typealias Job = @Sendable () -> Void

  private var waiting = FIFOQueue<Job>()
  private(set) var isDelivering = false

  /// Puts a job behind the others.
  mutating func append(_ job: @escaping Job) {
    waiting.append(job)
  }

  /// Takes the role of the deliverer, if it is free.
  ///
  /// - Returns: Whether the caller has it now, and so has to call ``next()`` until that returns `nil`.
  mutating func begin() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// The job to run next; `nil` gives the role back.
  mutating func next() -> Job? {
    let job = waiting.popFirst()
    isDelivering = job != nil
    return job
  }
}
