import Foundation
import StrataConcurrency
import Testing

/// A task may begin before the thread that starts it goes on.
///
/// A caller that cancels the work in between has cancelled it before it began.
@Suite struct EarlyCancellationTests {
  let scope = CancellationScope()
  let log = Log()

  @Test func aPlainTaskOfAScopeThatIsSealedBeforeItBeginsNeverBegins() async {
    let executor = HastyExecutor { [scope] in scope.close() }
    scope.task(executor: executor) { [log] in log.add("begun") }
    await scope.finished()
    #expect(log.all.isEmpty)
  }

  @Test func aTaskThatMayThrowNeverBeginsEither() async {
    let executor = HastyExecutor { [scope] in scope.close() }
    scope.task(executor: executor) { [log] in
      log.add("begun")
      try await Task.sleep(for: .zero)
    } catch: { _ in
    }
    await scope.finished()
    #expect(log.all.isEmpty)
  }

  @Test func otherTasksOfAScopeThatHasCancelledBegin() async {
    let executor = HastyExecutor { [scope] in scope.cancelAll(for: "other") }
    scope.task(executor: executor) { [log] in log.add("begun") }
    #expect(log.all == ["begun"])
    scope.close()
    await scope.finished()
  }
}

/// Runs each job to its first wait before the caller that enqueues it goes on, but calls a closure first.
private final class HastyExecutor: TaskExecutor {
  private let prepare: @Sendable () -> Void

  init(_ prepare: @escaping @Sendable () -> Void) {
    self.prepare = prepare
  }

  func enqueue(_ job: consuming ExecutorJob) {
    prepare()
    let job = UnownedJob(job)
    let done = DispatchSemaphore(value: 0)
    Thread {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      done.signal()
    }.start()
    done.wait()
  }
}
