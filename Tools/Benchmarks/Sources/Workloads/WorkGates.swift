import Measuring
import StrataConcurrency
import StrataModels

/// The promises of tasks on models.
enum WorkGates {
  static var all: [Gate] {
    [
      // Size 0 is a bare task, so that the slope is the additional cost of a task on a model.
      Gate("task on a model, beyond a bare task", .slope(atMost: 1_960), sizes: [0, 1]) {
        $0 == 0 ? bareTask() : taskOnModel()
      },
      Gate("start a task and let it end: allocations", .allocations(atMost: 5)) { _ in
        taskOnModel()
      },
      Gate("start N tasks with one key and cancel them: all return", .exactly(20)) { _ in
        cancelWaiting(20)
      },
    ]
  }

  private static func taskOnModel() -> Gate.Operation {
    let (meter, executor) = TaskRows.makeStage()
    let seen = Tally()
    return Gate.Operation { count in
      for _ in 0..<count {
        meter.node.task { seen.add() }
        executor.drain()
      }
    }
  }

  private static func bareTask() -> Gate.Operation {
    let executor = TaskStart.QueueExecutor()
    let seen = Tally()
    return Gate.Operation { count in
      for _ in 0..<count {
        Task(executorPreference: executor) { seen.add() }
        executor.drain()
      }
    }
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
