/// Runs an operation under one seed after the other until one makes it fail.
///
/// Finds the mistakes that need an unlucky order. A test can repeat a failure by running its schedule again:
///
/// ```swift
/// if let failure = await searchSchedules(seeds: 0..<1_000, operation: transfer) {
///   Issue.record(failure)  // names the seed
/// }
/// ```
///
/// The operation fails by throwing. It runs afresh for each seed, so it must not share state between runs.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - advancesTime: Whether virtual time moves on when nothing can run.
///   - stepLimit: After how many jobs to give up on one run.
///   - operation: The operation to run.
/// - Returns: The first failure, or `nil` when there was none or the calling task was cancelled.
public func searchSchedules<Value: Sendable>(
  seeds: some Sequence<UInt64>,
  advancesTime: Bool = true,
  stepLimit: Int = 1_000_000,
  operation: @escaping @Sendable (SimulatedExecutor) async throws -> Value
) async -> SimulationFailure? {
  for seed in seeds {
    guard !Task.isCancelled else { return nil }
    do {
      _ = try await withSimulation(
        seed: seed,
        advancesTime: advancesTime,
        stepLimit: stepLimit,
        operation: operation
      )
    } catch {
      return error
    }
  }
  return nil
}
