import Measuring
import StrataConcurrency
import StrataModels

/// What is promised of tasks on models.
enum WorkGates {
  static var all: [Gate] {
    [
      Gate("start a task and let it end: allocations", .allocations(atMost: 6)) { _ in
        let (meter, executor) = TaskRows.makeStage()
        return Gate.Operation { count in
          for _ in 0..<count {
            meter.node.task {}
            executor.drain()
          }
        }
      },
      Gate("start N tasks with one key and cancel them: all return", .exactly(20)) { _ in
        cancelWaiting(20)
      },
    ]
  }

  private static func cancelWaiting(_ tasks: Int) -> Gate.Operation {
    let (meter, executor) = TaskRows.makeStage()
    let ended = Tally()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let tally = { ended.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count {
        for _ in 0..<tasks {
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
      withExtendedLifetime(continuation) {}
    }
  }
}
