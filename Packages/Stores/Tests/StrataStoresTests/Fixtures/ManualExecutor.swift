import StrataConcurrency

/// Runs jobs on request.
final class ManualExecutor: DeliveryExecutor {
  private let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)

  var count: Int { jobs.withLock { $0.count } }

  func deliver(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
  }
}
