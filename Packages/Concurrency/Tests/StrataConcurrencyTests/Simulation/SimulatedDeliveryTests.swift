import StrataConcurrency
import Testing

@Suite struct SimulatedDeliveryTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func deliveredJobsTakeTheirTurnInOrder(seed: UInt64) async throws {
    let log = Log()
    _ = try await withSimulation(seed: seed) { simulation in
      let executors: [any DeliveryExecutor] = [.main, .serial("simulated"), .immediate]
      for (index, executor) in executors.enumerated() {
        for number in 0..<5 {
          executor.deliver {
            #expect(SimulatedExecutor.current === simulation)
            log.add("\(index).\(number)")
          }
        }
      }
      await simulation.waitUntilIdle()
    }
    #expect(log.all.count == 15)
    for index in 0..<3 {
      #expect(
        log.all.filter { $0.hasPrefix("\(index)") } == (0..<5).map { "\(index).\($0)" }
      )
    }
  }

  @Test func theSeedPicksTheOrderOfSerialExecutors() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<20 {
      let log = Log()
      _ = try await withSimulation(seed: UInt64(seed)) { simulation in
        for name in ["a", "b"] {
          let executor = SerialDelivery(label: name)
          for number in 0..<3 { executor.deliver { log.add("\(name)\(number)") } }
        }
        await simulation.waitUntilIdle()
      }
      orders.insert(log.all)
    }
    #expect(orders.count > 3)
  }
}
