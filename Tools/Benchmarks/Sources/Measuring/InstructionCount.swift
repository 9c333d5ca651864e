import CMachine

/// Counts machine instructions by single steps.
///
/// No time and no noise: the same operation takes the same steps on a busy machine. What is told apart
/// from it is what a different allocator, hash seed or library would do.
package enum InstructionCount {
  /// The instructions of one operation, by the difference of two runs.
  ///
  /// - Parameter run: Does the operation as often as it is told; in a child process, on one thread.
  /// - Returns: The instructions, or `nil` where the system does not allow them to be counted.
  package static func perOperation(_ run: (Int) -> Void) -> Double? {
    // What is made once, such as caches of generic metadata, is made before.
    run(20)
    guard let few = total({ run(1) }) else { return nil }
    // A step takes microseconds: fewer operations where each has many.
    let count = max(2, min(20, 10_000 / max(1, few)))
    guard let many = total({ run(1 + count) }) else { return nil }
    return Double(many - few) / Double(count)
  }

  private static func total(_ body: () -> Void) -> Int? {
    withoutActuallyEscaping(body) { body in
      let job = Job(body: body)
      let steps = unsafe count_instructions(
        { job in
          guard let job = unsafe job else { return }
          // SAFETY: `job` is kept below until the child has ended.
          unsafe Unmanaged<Job>.fromOpaque(job).takeUnretainedValue().body()
        },
        Unmanaged.passUnretained(job).toOpaque()
      )
      withExtendedLifetime(job) {}
      return steps < 0 ? nil : steps
    }
  }

  private final class Job {
    let body: () -> Void
    init(body: @escaping () -> Void) { self.body = body }
  }
}
