import StrataConcurrency
import Testing

@Suite struct ImmediateDeliveryTests {
  @Test func runsTheJobBeforeItReturns() {
    let (executor, log) = (ImmediateDelivery(), Log())
    executor.deliver { log.add("a") }
    #expect(log.all == ["a"])
  }

  @Test func whatAJobDeliversRunsAfterIt() {
    let (executor, log) = (ImmediateDelivery(), Log())
    executor.deliver {
      executor.deliver {
        executor.deliver { log.add("c") }
        log.add("b")
      }
      log.add("a")
    }
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func deepChainsDoNotRecurse() {
    let executor = ImmediateDelivery()
    let count = Locked(0, rank: .leaf)
    @Sendable func step() {
      let reached = count.withLock { count in
        count += 1
        return count
      }
      if reached < 100_000 { executor.deliver { step() } }
    }
    executor.deliver { step() }
    #expect(count.withLock { $0 } == 100_000)
  }

  @Test func handsOverToTheThreadThatDelivers() async {
    let (executor, log) = (ImmediateDelivery(), Log())
    let (running, handedOver, returned) = (Signal(), Signal(), Signal())
    // The delivery owner has to retain its role until the other thread has come and gone. It blocks, so it is not a
    // task, because tasks share as many threads as there are cores.
    SerialDelivery(label: "deliverer").deliver {
      executor.deliver {
        running.fire()
        while !handedOver.hasFired {}
        log.add("a")
      }
      log.add("deliverer returned")
      returned.fire()
    }
    await running.wait()
    executor.deliver { log.add("b") }
    log.add("handed over")
    handedOver.fire()
    await returned.wait()
    #expect(log.all == ["handed over", "a", "b", "deliverer returned"])
  }
}
