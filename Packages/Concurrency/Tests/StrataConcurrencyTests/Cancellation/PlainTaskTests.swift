import Dispatch
@_spi(Strata) import StrataConcurrency
import Testing

/// Tasks of a process that has made no simulation; they start in shorter ways.
@Suite struct PlainTaskTests {
  /// The name of the running task, as debuggers show it.
  fileprivate static var taskName: String? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return Task.name
  }

  @Test func aTaskRunsAndLeavesItsScopeHoweverItIsStarted() async {
    await #expect(processExitsWith: .success) {
      #expect(CancellationScope.maySimplyStart)
      let executors: [(any TaskExecutor)?] = [nil, QueueExecutor()]
      for executor in executors {
        for name in [nil, "load"] {
          let (scope, log, end) = (CancellationScope(), Log(), Signal())
          scope.task(name: name, executor: executor) {
            log.add(PlainTaskTests.taskName ?? "begins")
            await end.wait()
          }
          #expect(scope.running.map(\.name) == [name])
          end.fire()
          await finish(scope)
          #expect(scope.isEmpty)
          #expect(log.all == [name ?? "begins"])
        }
      }
    }
  }

  @Test func aTaskThatIsCancelledBeforeItBeginsNeverBegins() async {
    await #expect(processExitsWith: .success) {
      for name in [nil, "load"] {
        let (scope, log, executor) = (CancellationScope(), Log(), QueueExecutor())
        executor.queue.suspend()
        scope.task(name: name, executor: executor) { log.add("begins") }.cancel()
        executor.queue.resume()
        await finish(scope)
        #expect(scope.isEmpty)
        #expect(log.all == [])
      }
    }
  }
}

/// Waits, not for ever, until a scope has no task.
private func finish(_ scope: CancellationScope) async {
  for _ in 0..<1_000_000 {
    guard scope.runningCount > 0 else { return }
    await Task.yield()
  }
}

private final class QueueExecutor: TaskExecutor {
  let queue = DispatchQueue(label: "tasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
