import StrataConcurrency
import Testing

@Suite struct RestartTests {
  let scope = CancellationScope()
  let log = Log()

  @Test func waitsForTheOldBodyToUnwind() async {
    let (started, end) = (Signal(), Signal())
    scope.restart(for: "key") { [log] in
      log.add("1 begins")
      started.fire()
      await end.wait()
      log.add("1 ends \(Task.isCancelled)")
    }
    await started.wait()
    scope.restart(for: "key") { [log] in log.add("2") }
    end.fire()
    await finish()
    #expect(log.all == ["1 begins", "1 ends true", "2"])
  }

  @Test func anOvertakenBodyNeverBegins() async {
    let (started, end) = (Signal(), Signal())
    scope.restart(for: "key") {
      started.fire()
      await end.wait()
    }
    await started.wait()
    for name in ["2", "3", "4"] { scope.restart(for: "key") { [log] in log.add(name) } }
    end.fire()
    await finish()
    #expect(log.all == ["4"])
  }

  @Test func aBodyMayRestartItself() async {
    let done = Signal()
    scope.restart(for: "key") { [scope, log] in
      scope.restart(for: "key") {
        log.add("2")
        done.fire()
      }
      log.add("1")
    }
    await done.wait()
    #expect(log.all == ["1", "2"])
  }

  @Test func handlersWithTheKeyRunFirst() async {
    scope.onCancel { [log] in log.add("handler") }.cancel(for: "key")
    scope.restart(for: "key") { [log] in log.add("task") }
    await finish()
    #expect(log.all == ["handler", "task"])
  }

  @Test func waitsForAllBodiesThatHaveTheKey() async throws {
    _ = try await withSimulation(seed: 1) { [scope, log] simulation in
      let ends = [Signal(), Signal(), Signal()]
      for (number, end) in ends.enumerated() {
        scope.task {
          await end.wait()
          log.add("\(number) ends \(Task.isCancelled)")
        }.cancel(for: "key")
      }
      await simulation.waitUntilIdle()
      scope.restart(for: "key") { log.add("restarted") }
      for end in ends {
        await simulation.waitUntilIdle()
        #expect(!log.all.contains("restarted"))
        end.fire()
      }
      await simulation.waitUntilIdle()
    }
    #expect(log.all == ["0 ends true", "1 ends true", "2 ends true", "restarted"])
  }

  @Test func aRestartThatReplacesAWaitingOneWaitsForLaterBodiesToo() async throws {
    _ = try await withSimulation(seed: 1) { [scope, log] simulation in
      let ends = [Signal(), Signal()]
      scope.restart(for: "key") {
        await ends[0].wait()
        log.add("0 ends")
      }
      await simulation.waitUntilIdle()
      scope.restart(for: "key") { log.add("replaced") }
      scope.task {
        await ends[1].wait()
        log.add("1 ends")
      }.cancel(for: "key")
      await simulation.waitUntilIdle()
      scope.restart(for: "key") { log.add("restarted") }
      for end in ends {
        await simulation.waitUntilIdle()
        end.fire()
      }
      await simulation.waitUntilIdle()
    }
    #expect(log.all == ["0 ends", "1 ends", "restarted"])
  }

  @Test func otherKeysRunOn() async {
    let (started, end) = (Signal(), Signal())
    scope.restart(for: 1) { [log] in
      started.fire()
      await end.wait()
      log.add("1 \(Task.isCancelled)")
    }
    await started.wait()
    scope.restart(for: 2) { [log] in
      log.add("2")
      end.fire()
    }
    await finish()
    #expect(log.all == ["2", "1 false"])
  }

  private func finish() async {
    while scope.runningCount > 0 { await Task.yield() }
  }
}
