import StrataConcurrency
import StrataModels
import Testing

/// The peer retains a wrapper of each finished task, and lists of keys that only grow.
@Suite struct FinishedTaskTests {
  /// Says when it goes.
  private final class Payload: Sendable {
    let count: Locked<Int>
    init(_ count: Locked<Int>) {
      self.count = count
      count.withLock { $0 += 1 }
    }
    deinit { count.withLock { $0 -= 1 } }
  }

  @Test func aHundredThousandShortTasksLeaveNothing() async throws {
    let payloads = Locked(0, rank: .leaf)
    _ = try await withSimulation(seed: 1) { simulation in
      let model = Counter().withAnchor()
      let work = model.node.context.work
      for _ in 0..<1_000 {
        for number in 0..<100 {
          let payload = Payload(payloads)
          model.node.task { withExtendedLifetime(payload) { model.count += 1 } }
            .cancel(for: "all")
            .cancel(for: number)
        }
        // Time goes on when nothing else can run.
        try await simulation.clock.sleep(for: .seconds(1))
        guard work.isEmpty, payloads.withLock({ $0 }) == 0 else { break }
      }
      #expect(model.count == 100_000)
      #expect(model.node.context.runningTasks.isEmpty)
      #expect(payloads.withLock { $0 } == 0)
    }
  }

  /// Runs what it is given at once.
  private final class Immediate: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      unsafe UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  @Test func aTaskLeavesNothingInAProcessWithoutSimulations() async {
    // In a process of its own: other tests make simulations, with which a task starts another way.
    await #expect(processExitsWith: .success) {
      let scope = CancellationScope(executor: Immediate())
      let count = Locked(0, rank: .leaf)
      let options = TaskOptions(name: "short", callSite: .thisLine())
      for _ in 0..<3 {
        scope.task(options, isolation: nil) { count.withLock { $0 += 1 } }
      }
      precondition(count.withLock { $0 } == 3)
      precondition(scope.isEmpty)
    }
  }
}
