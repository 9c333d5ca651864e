import StrataConcurrency
import Testing

@Suite struct MainDeliveryTests {
  let executor: any DeliveryExecutor = .main

  @Test @MainActor func onTheMainQueueItRunsBeforeItReturns() {
    let log = Log()
    executor.deliver {
      MainActor.assertIsolated()
      executor.deliver { log.add("inner") }
      log.add("outer")
    }
    #expect(log.all == ["outer", "inner"])
  }

  @Test func fromElsewhereItRunsOnTheMainActor() async {
    let isMain = await withCheckedContinuation { continuation in
      Task.detached {
        executor.deliver {
          MainActor.assumeIsolated { continuation.resume(returning: true) }
        }
      }
    }
    #expect(isMain)
  }

  @Test @MainActor func whatWaitsRunsFirst() async {
    let log = Log()
    // The main actor runs this test, so the job has to wait for it.
    let wait = Signal()
    SerialDelivery(label: "elsewhere").deliver {
      executor.deliver { log.add("from elsewhere") }
      wait.fire()
    }
    while !wait.hasFired {}
    executor.deliver { log.add("from here") }
    #expect(log.all == ["from elsewhere", "from here"])
  }
}
