import CMachine

/// Counts machine instructions by single steps.
///
/// It measures no time and has no noise, because the same operation takes the same steps on any machine. Reads of the
/// clock are left out, because their steps depend on the time. Another allocator, hash seed or library changes the
/// count.
package enum InstructionCount {
  /// The instructions of one operation, by the difference of two runs.
  ///
  /// - Parameter run: Repeats the operation as often as its argument says; in a child process, on one thread.
  /// - Returns: The instructions, or `nil` where the system does not allow them to be counted.
  package static func perOperation(_ run: (Int) -> Void) -> Double? {
    // One-time work, such as caches of generic metadata, is done before.
    run(20)
    guard let few = total({ run(1) }) else { return nil }
    // A step takes microseconds, so expensive operations are repeated less often.
    let count = few > 40_000 ? 1 : max(2, min(20, 10_000 / max(1, few)))
    guard let many = total({ run(1 + count) }) else { return nil }
    return Double(many - few) / Double(count)
  }

  private static func total(_ body: () -> Void) -> Int? {
    withoutActuallyEscaping(body) { body in
      let job = Job(body: body)
      let steps = unsafe count_instructions(
        { job in
          guard let job = unsafe job else { return }
          // SAFETY: `job` is retained below until the child has ended.
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
