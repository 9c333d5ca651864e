import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

@Suite struct RunawayTests {
  @Test func aTestThatComesToNoEndIsNamed() async {
    let findings = Findings()
    await findings.collect {
      _ = try? await withTestScope(exhaustivity: .off, stepLimit: 1_000) {
        let (counter, _) = Counter().andTester()
        counter.node.task("busy") {
          while !Task.isCancelled { await Task.yield() }
        }
        await settle()
      }
    }
    #expect(
      findings.messages.first == """
        The simulation ran 1000 jobs without coming to an end. If tasks resume one another for ever, \
        mend that; if the work is so large, raise stepLimit.

        Still running:
          counter: busy @ StrataModelsTestingTests/RunawayTests.swift:13
        """
    )
    #expect(findings.kinds.first == .simulation)
  }

  @Test func whatRunsOutsideIsWaitedForWhenItIsRegistered() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.node.task {
        guard let simulation = SimulatedExecutor.current else { return }
        counter.count = await outside(of: simulation)
      }
      await tester.assert(counter.count == 7)
    }
    #expect(findings.messages == [])
  }
}

/// Waits for a thread.
private func outside(of simulation: SimulatedExecutor) async -> Int {
  let operation = simulation.registerOutsideOperation("think of a number")
  let (numbers, continuation) = AsyncStream<Int>.makeStream()
  Task.detached(executorPreference: globalConcurrentExecutor) {
    continuation.yield(7)
    continuation.finish()
    operation.complete()
  }
  for await number in numbers { return number }
  return 0
}
