import Foundation
@_spi(Strata) import StrataConcurrency
import Testing

/// The end of a scope, and what is registered or released around it.
@Suite struct ScopeEndTests {
  let scope = CancellationScope()
  let log = Log()

  @Test func handlersFollowAllCallbacksThatHaveBegun() async {
    let begun = [Signal(), Signal()]
    let mayEnd = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let ended = [Signal(), Signal()]
    scope.onCancel { [log] in log.add("handler") }
    for number in 0..<2 {
      Thread.detachNewThread { [scope, log] in
        scope.runCallback {
          begun[number].fire()
          mayEnd[number].wait()
          log.add("callback \(number)")
        }
        ended[number].fire()
      }
    }
    for signal in begun { await signal.wait() }
    scope.close()
    #expect(log.all == [])
    mayEnd[0].signal()
    await ended[0].wait()
    #expect(log.all == ["callback 0"])
    mayEnd[1].signal()
    await ended[1].wait()
    #expect(log.all == ["callback 0", "callback 1", "handler"])
  }

  /// A body that is suspended begins nothing, so it does not delay the handlers.
  @Test func handlersDoNotWaitForTheBodyOfALoopThatIsSuspended() async throws {
    _ = try await withSimulation(seed: 1) { [scope, log] simulation in
      let (numbers, end) = (Multicast<Int>(), Signal())
      scope.forEach(numbers.subscribe()) { _ in
        log.add("body")
        await end.wait()
      }
      scope.onCancel { log.add("handler") }
      numbers.send(1)
      await simulation.waitUntilIdle()
      scope.close()
      #expect(log.all == ["body", "handler"])
      end.fire()
      await scope.finished()
    }
  }

  @Test func inAClosedScopeCallbacksEndAtOnce() {
    scope.close()
    let work = scope.onEnding(at: .thisLine()) { [log] in log.add("ending") }
    #expect(log.all == ["ending"])
    work.cancel()
    #expect(log.all == ["ending"])
  }

  @Test func callbacksEndBeforeTheHandlersThatWereRegisteredFirst() {
    scope.onCancel { [log] in log.add("handler") }
    scope.onEnding(at: .thisLine()) { [log] in log.add("ending") }
    scope.close()
    #expect(log.all == ["ending", "handler"])
  }

  @Test func inAContextOfAClosedScopeWorkIsCancelledAtOnce() {
    scope.close()
    scope.cancellationContext(for: "key") { _ = scope.onCancel { [log] in log.add("handler") } }
    #expect(log.all == ["handler"])
    #expect(scope.isEmpty)
  }

  @Test func aTaskThatIsDiscardedRunsOn() async {
    let end = Signal()
    let work = scope.task { [log] in
      await end.wait()
      log.add("ends \(Task.isCancelled)")
    }
    work.discard()
    #expect(scope.runningCount == 1)
    end.fire()
    while scope.runningCount > 0 { await Task.yield() }
    // The work is gone.
    work.discard()
    #expect(scope.isEmpty)
    #expect(log.all == ["ends false"])
  }

  @Test func theHandlersAreListedByTheirLines() async {
    #expect(scope.handlers.isEmpty)
    let end = Signal()
    let line: UInt = #line + 1
    scope.onCancel {}
    scope.onEnding(at: .thisLine()) {}
    scope.task { await end.wait() }
    scope.onCancel {}
    #expect(scope.handlers.map(\.line) == [line, line + 3])
    #expect(scope.running.map(\.callSite.line) == [line + 2])
    end.fire()
    scope.close()
    await scope.finished()
  }

  @Test func onlyTasksThatHaveNotReturnedAreTasks() async {
    #expect(!scope.lockedHasTasks)
    let end = Signal()
    scope.onCancel {}
    #expect(!scope.lockedHasTasks)
    scope.task { await end.wait() }
    #expect(scope.lockedHasTasks)
    end.fire()
    while scope.runningCount > 0 { await Task.yield() }
    #expect(!scope.lockedHasTasks)
  }
}
