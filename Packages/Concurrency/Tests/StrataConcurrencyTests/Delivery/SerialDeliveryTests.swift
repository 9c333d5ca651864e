import StrataConcurrency
import Testing

@Suite struct SerialDeliveryTests {
  @Test func runsJobsInOrder() async {
    let executor: any DeliveryExecutor = .serial("test")
    let log = Log()
    for number in 0..<1_000 { executor.deliver { log.add("\(number)") } }
    await withCheckedContinuation { continuation in executor.deliver { continuation.resume() } }
    #expect(log.all == (0..<1_000).map { "\($0)" })
  }
}
