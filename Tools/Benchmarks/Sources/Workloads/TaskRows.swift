import CMachine
import Measuring
import StrataConcurrency
import StrataModels

/// The cost of work on models while other work runs, and the memory that it leaves.
enum TaskRows {
  static var all: [Workload] {
    [
      startAndEnd(parked: 0), startAndEnd(parked: 10_000), cancelMany(parked: 0),
      cancelMany(parked: 10_000), restart, restartStorm, leftOver,
    ]
  }

  /// A model whose tasks run on this thread on demand.
  static func makeStage() -> (Meter, TaskStart.QueueExecutor) {
    let executor = TaskStart.QueueExecutor()
    let meter = Meter().withAnchor()
    meter.modelNode.context.setTaskExecutor(executor)
    return (meter, executor)
  }

  /// Starts a task that waits for an element which never comes.
  static func park(_ meter: Meter) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    meter.node.task {
      for await element in stream { keep(element) }
      withExtendedLifetime(continuation) {}
    }
  }

  private static func startAndEnd(parked: Int) -> Workload {
    Workload("start a task and let it end, \(parked) parked", count: 10_000) {
      let (meter, executor) = makeStage()
      for _ in 0..<parked { park(meter) }
      executor.drain()
      let seen = Tally()
      let once = {
        meter.node.task { seen.add() }
        executor.drain()
      }
      once()
      return Prepared(isRight: seen.number == 1) { count in
        for _ in 0..<count { once() }
      }
    }
  }

  private static func cancelMany(parked: Int) -> Workload {
    Workload(
      "start 1,000 tasks with one key and cancel them, \(parked) parked, each",
      count: 10,
      divisor: 1_000
    ) {
      let (meter, executor) = makeStage()
      for _ in 0..<parked { park(meter) }
      let ended = Tally()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let once = {
        for _ in 0..<1_000 {
          meter.node.task {
            for await element in stream { keep(element) }
            ended.add()
          }
          .cancel(for: "all")
        }
        executor.drain()
        meter.node.cancelAll(for: "all")
        executor.drain()
      }
      once()
      return Prepared(isRight: ended.number == 1_000) { count in
        for _ in 0..<count { once() }
        withExtendedLifetime(continuation) {}
      }
    }
  }

  private static var restart: Workload {
    Workload("restart a task in flight", count: 5_000) {
      let (meter, executor) = makeStage()
      let seen = Tally()
      let once = {
        meter.node.task { seen.add() }.cancel(for: "search", cancelInFlight: true)
        executor.drain()
      }
      once()
      return Prepared(isRight: seen.number == 1) { count in
        for _ in 0..<count { once() }
      }
    }
  }

  /// Restarts supersede one another: only the last body begins.
  private static var restartStorm: Workload {
    Workload("restart a task 1,000 times at once, each", count: 10, divisor: 1_000) {
      let (meter, executor) = makeStage()
      let seen = Tally()
      let once = {
        for _ in 0..<1_000 {
          meter.node.task { seen.add() }.cancel(for: "search", cancelInFlight: true)
        }
        executor.drain()
      }
      once()
      return Prepared(isRight: seen.number == 1) { count in
        for _ in 0..<count { once() }
      }
    }
  }

  private static var leftOver: Workload {
    Workload("bytes that 10,000 finished tasks leave", .bytes, budget: 1_024) {
      let (meter, executor) = makeStage()
      let start = {
        for _ in 0..<10_000 { meter.node.task {} }
        executor.drain()
      }
      start()
      let before = allocated_bytes()
      start()
      return Prepared(isRight: true, figure: Double(allocated_bytes()) - Double(before))
    }
  }
}
