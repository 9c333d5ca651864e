import StrataConcurrency

/// Runs jobs on request.
final class ManualExecutor: DeliveryExecutor {
  private let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)
  private let delivered = Locked(0, rank: .leaf)

  /// How many jobs wait.
  var count: Int { jobs.withLock { $0.count } }
  /// How many jobs it has received.
  var total: Int { delivered.withLock { $0 } }

  func deliver(_ job: @escaping @Sendable () -> Void) {
    delivered.withLock { $0 += 1 }
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
  }
}
