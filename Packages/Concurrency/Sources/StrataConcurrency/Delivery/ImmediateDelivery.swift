/// Runs jobs on the thread that delivers them.
///
/// A job has run when ``deliver(_:)`` returns, with two exceptions that keep the order and rule out
/// recursion: what is delivered from inside a job, and what is delivered while another thread is
/// running jobs, is handed over to whoever runs jobs at that moment.
///
/// The lock has rank ``LockRank/delivery`` and is not held while a job runs.
public final class ImmediateDelivery: DeliveryExecutor {
  private let queue = Locked(DeliveryQueue(), rank: .delivery)

  /// Makes an executor.
  public init() {}

  /// Runs a job, or hands it to the thread that runs jobs at the moment.
  ///
  /// - Complexity: O(1), and the job's own; the deliverer also runs what others hand over.
  public func deliver(_ job: @escaping @Sendable () -> Void) {
    let isDeliverer = queue.withLock { queue in
      guard queue.begin() else {
        queue.append(job)
        return false
      }
      return true
    }
    guard isDeliverer else { return }
    job()
    while let next = queue.withLock({ $0.next() }) { next() }
  }
}
