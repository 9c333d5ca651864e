import Foundation
import Testing

@_spi(Strata) @testable import StrataConcurrency

/// Waiting for the deliveries of the whole process, which other tests have as well; so in processes of their own.
@Suite struct OutsideDeliveriesTests {
  @Test func waitingEndsWhenNoQueueHasAJob() async {
    await #expect(processExitsWith: .success) {
      #expect(!OutsideDeliveries.isAnyDue)
      #expect(await OutsideDeliveries.settle())
      let (log, isWaiting) = (Log(), Signal())
      let (serial, main): (any DeliveryExecutor, any DeliveryExecutor) = (
        SerialDelivery(label: "serial"), .main
      )
      serial.deliver {
        while !isWaiting.hasFired {}
        main.deliver { log.add("main") }
        log.add("serial")
      }
      #expect(OutsideDeliveries.isAnyDue)
      isWaiting.fire()
      #expect(await OutsideDeliveries.settle())
      #expect(log.all.sorted() == ["main", "serial"])
    }
  }

  @Test func aThreadThatWaitsGoesOnThen() async {
    await #expect(processExitsWith: .success) {
      let (log, isWaiting, hasWaited) = (Log(), Signal(), Signal())
      SerialDelivery(label: "serial").deliver {
        while !isWaiting.hasFired {}
        MainDelivery.shared.deliver { log.add("main") }
        log.add("serial")
      }
      Thread.detachNewThread {
        isWaiting.fire()
        OutsideDeliveries.settleNow()
        #expect(!OutsideDeliveries.isAnyDue)
        hasWaited.fire()
      }
      await hasWaited.wait()
      #expect(log.all.sorted() == ["main", "serial"])
    }
  }

  @Test func theMainQueueRunsItsOwnJobsAtOnce() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let (log, end) = (Log(), Signal())
      onAnotherThread { MainDelivery.shared.deliver { log.add("job") } }
      #expect(log.all == [])
      #expect(OutsideDeliveries.isAnyDue)
      MainDelivery.shared.runNow()
      #expect(log.all == ["job"])
      // Elsewhere, and inside of a job, it does nothing.
      onAnotherThread {
        MainDelivery.shared.deliver { log.add("later") }
        MainDelivery.shared.runNow()
      }
      #expect(log.all == ["job"])
      OutsideDeliveries.settleNow()
      #expect(log.all == ["job", "later"])
      // The turns that the main queue was asked for have no job left.
      #expect(!OutsideDeliveries.isAnyDue)
      DispatchQueue.main.async { end.fire() }
      await end.wait()
      #expect(await OutsideDeliveries.settle())
    }
  }

  @Test func whatALongTurnLeavesIsRunInTheNext() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let count = Locked(0, rank: .leaf)
      onAnotherThread {
        for _ in 0..<300 { MainDelivery.shared.deliver { count.withLock { $0 += 1 } } }
      }
      MainDelivery.shared.runNow()
      #expect(count.withLock { $0 } == Backlog.share)
      #expect(await OutsideDeliveries.settle())
      #expect(count.withLock { $0 } == 300)
    }
  }
}

/// Runs a closure on another thread, and blocks the calling one until it has returned.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    ended.signal()
  }
  ended.wait()
}
