import Foundation
@_spi(Strata) import StrataConcurrency
import Testing

@Suite struct CancellationScopeTests {
  let scope = CancellationScope()
  let log = Log()

  @Test func aFinishedTaskLeavesNothingBehind() async {
    let done = Signal()
    let work = scope.task(name: "load") { await done.wait() }.cancel(for: "key")
    #expect(scope.running.map(\.name) == ["load"])
    #expect(!scope.isEmpty)
    done.fire()
    scope.onCancel {}.discard()
    await finish()
    #expect(scope.isEmpty)
    work.cancel()
  }

  @Test func aHandlerThatIsRegisteredAfterTheEndFollowsACallbackThatHasBegun() async {
    let (begun, mayEnd) = (Signal(), DispatchSemaphore(value: 0))
    let thread = Thread { [scope, log] in
      scope.runCallback {
        begun.fire()
        mayEnd.wait()
        log.add("callback")
      }
    }
    thread.start()
    await begun.wait()
    scope.close()
    scope.onCancel { [log] in log.add("handler") }
    scope.onCancel { [log] in log.add("second handler") }
    #expect(log.all == [])
    mayEnd.signal()
    while log.all.count < 3 { await Task.yield() }
    #expect(log.all == ["callback", "handler", "second handler"])
    scope.onCancel { [log] in log.add("at once") }
    #expect(log.all.last == "at once")
  }

  @Test func aTaskIsRegisteredBeforeItRuns() async {
    let count = await withCheckedContinuation { continuation in
      scope.task { [scope] in continuation.resume(returning: scope.runningCount) }
    }
    #expect(count == 1)
  }

  @Test func cancellingATaskCancelsItsBody() async {
    let work = scope.task { [log] in
      await untilCancelled()
      log.add("cancelled")
    }
    work.cancel()
    work.cancel()
    await finish()
    #expect(log.all == ["cancelled"] || log.all == [])
  }

  @Test func aRunningTaskThatIsCancelledIsNamedAsSuch() async {
    let (started, end) = (Signal(), Signal())
    let line: UInt = #line + 1
    let work = scope.task(name: "load") {
      started.fire()
      await end.wait()
    }
    await started.wait()
    work.cancel()
    #expect(
      scope.running.map(\.description) == [
        "load @ StrataConcurrencyTests/CancellationScopeTests.swift:\(line) (cancelled)"
      ]
    )
    end.fire()
    await finish()
  }

  @Test func catchReceivesAnError() async {
    struct Failure: Error {}
    scope.task {
      throw Failure()
    } catch: { [log] in
      log.add("\($0)")
    }
    await finish()
    #expect(log.all == ["Failure()"])
  }

  @Test func catchReceivesNothingThatIsDueToCancellation() async {
    struct Failure: Error {}
    let started = Signal()
    scope.task {
      throw CancellationError()
    } catch: { [log] in
      log.add("\($0)")
    }
    let work = scope.task {
      started.fire()
      await untilCancelled()
      throw Failure()
    } catch: { [log] in
      log.add("\($0)")
    }
    await started.wait()
    work.cancel()
    await finish()
    #expect(log.all == [])
  }

  @Test func aHandlerRunsOnceWhenCancelled() {
    let work = scope.onCancel { [log] in log.add("a") }
    work.cancel()
    work.cancel()
    scope.close()
    #expect(log.all == ["a"])
  }

  @Test func aDiscardedHandlerNeverRuns() {
    scope.onCancel { [log] in log.add("a") }.discard()
    scope.close()
    #expect(log.all == [])
  }

  @Test func aHandlerMayUseTheScope() {
    scope.onCancel { [scope, log] in
      scope.onCancel { log.add("inner") }
      log.add("outer")
    }
    scope.close()
    #expect(log.all == ["inner", "outer"])
  }

  @Test func sealingCancelsInTheOrderOfRegistration() {
    let middle = scope.onCancel { [log] in log.add("never") }
    for name in ["a", "b"] { scope.onCancel { [log] in log.add(name) } }
    middle.discard()
    scope.onCancel { [log] in log.add("c") }
    scope.close()
    scope.close()
    #expect(log.all == ["a", "b", "c"])
    #expect(scope.isSealed)
  }

  @Test func inASealedScopeWorkIsCancelledAtOnce() async {
    scope.close()
    scope.onCancel { [log] in log.add("handler") }
    #expect(log.all == ["handler"])
    scope.task { [log] in log.add("task") }.cancel(for: "key")
    #expect(scope.isEmpty)
    await scope.finished()
    #expect(log.all == ["handler"])
  }

  @Test func unwoundComesAfterTheLastBody() async {
    let (started, end) = (Signal(), Signal())
    scope.task { [log] in
      started.fire()
      await end.wait()
      log.add("body")
    }
    scope.onFinish { [log] in log.add("unwound") }
    await started.wait()
    scope.close()
    #expect(log.all == [])
    end.fire()
    await scope.finished()
    #expect(log.all.first == "body")
    await finish()
    #expect(log.all == ["body", "unwound"])
  }

  @Test func unwoundComesAfterTheHandlers() {
    scope.onCancel { [log] in log.add("handler") }
    scope.onFinish { [log] in log.add("unwound") }
    #expect(log.all == [])
    scope.close()
    scope.onFinish { [log] in log.add("late") }
    #expect(log.all == ["handler", "unwound", "late"])
  }

  @Test func cancelsForeignThingsWithTheScope() {
    struct Thing: Cancellable {
      let log: Log
      func cancel() { log.add("thing") }
    }
    scope.add(Thing(log: log))
    scope.close()
    #expect(log.all == ["thing"])
  }

  @Test @MainActor func aTaskStartsOnTheActorOfItsCaller() async {
    let isMain = await withCheckedContinuation { continuation in
      scope.task {
        MainActor.assertIsolated()
        continuation.resume(returning: true)
      }
    }
    #expect(isMain)
  }

  /// Waits until all bodies have returned.
  private func finish() async {
    while scope.runningCount > 0 { await Task.yield() }
  }
}
