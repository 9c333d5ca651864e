import Explorer
import StrataConcurrency
import StrataCore
import StrataModels

/// Programs about tasks that are cancelled, restarted and removed at once.
let cancellationPrograms = [
  Program(
    "task-late",
    "A body that begins after the handlers of its scope's end finds its task cancelled.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let hasEnded = Shared(false)
    scope.onCancel { hasEnded.value = true }
    scope.task {
      // The last check and the first instruction are two steps.
      if hasEnded.latest { expect(Task.isCancelled, "it does not know of the end") }
    }
    scene.thread { scope.close() }
    scene.atEnd { expect(hasEnded.value, "the handler was lost") }
  },
  Program(
    "task-late-start",
    "A task whose scope ends while it is started is cancelled when the call that starts it returns.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let (isStarted, hasEnded) = (Gate(), Gate())
    scene.thread {
      scope.task {
        isStarted.wait()
        hasEnded.wait()
        expect(Task.isCancelled, "it does not know of the end")
      }
      isStarted.open()
    }
    scene.thread {
      scope.close()
      hasEnded.open()
    }
  },
  Program(
    "task-late-write",
    "What a task writes after the last handlers of its model does not reach the model.",
    workers: 1
  ) { scene in
    let root = Branch(0, [Branch(1)]).withAnchor()
    let child = root.branches[0]
    let last = Shared<Int?>(nil)
    child.node.onCancel { last.value = child.number }
    scene.thread { silence { child.node.task { child.number = 2 } } }
    scene.thread { root.branches = [] }
    scene.atEnd {
      let number = silentNumber(of: child)
      expect(last.value == number, "\(last.value ?? -1) became \(number)")
    }
  },
  Program(
    "task-storm",
    "Of tasks that cancel one another while their scope ends, none is left, and each ends once.",
    workers: 2
  ) { scene in
    let scope = CancellationScope()
    let ends = Shared(0)
    for _ in 0..<2 {
      scene.thread {
        scope.onCancel { ends.change { $0 += 1 } }.cancel(for: "key", cancelInFlight: true)
        scope.task { step("in the task") }.cancel(for: "key", cancelInFlight: true)
      }
    }
    scene.thread { scope.close() }
    let isFinished = Shared(false)
    scope.onFinish { isFinished.value = true }
    scene.atEnd {
      expect(ends.value == 2, "the handlers have run \(ends.value) times")
      expect(isFinished.value && scope.isEmpty, "a task is left")
    }
  },
  Program(
    "task-restart-seal",
    "Tasks that are restarted while their scope ends never overlap, and the end comes after them.",
    workers: 2
  ) { scene in
    let scope = CancellationScope()
    let running = Shared(0)
    let isFinished = Shared(false)
    scope.onFinish {
      expect(running.latest == 0, "a body still runs")
      isFinished.value = true
    }
    for _ in 0..<2 {
      scene.thread {
        scope.restart(for: "key") {
          running.change { $0 += 1 }
          expect(running.value == 1, "two bodies run at once")
          running.change { $0 -= 1 }
        }
      }
    }
    scene.thread { scope.close() }
    scene.atEnd { expect(isFinished.value && running.value == 0, "nobody was called") }
  },
  Program(
    "task-restart-cancel",
    "A task that is restarted beside a cancellation by its key runs once or not at all.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let runs = Shared<[Int]>([])
    scope.restart(for: "key") { runs.change { $0.append(1) } }
    scene.thread { scope.restart(for: "key") { runs.change { $0.append(2) } } }
    scene.thread { scope.cancelAll(for: "key") }
    scene.atEnd {
      expect([[], [1], [2], [1, 2]].contains(runs.value), "\(runs.value)")
      expect(scope.isEmpty, "a task is left")
    }
  },
  Program(
    "task-id-removal",
    "A task that follows a number has the last one, unless its model was removed, and never overlaps.",
    workers: 2
  ) { scene in
    let root = Branch(0, [Branch(0)]).withAnchor()
    let child = root.branches[0]
    let log = Shared<[Int]>([])
    let running = Shared(0)
    child.node.task(id: child.number) { number in
      running.change { $0 += 1 }
      expect(running.value == 1, "two bodies run at once")
      log.change { $0.append(number) }
      running.change { $0 -= 1 }
    }
    scene.thread { child.number = 1 }
    scene.thread { root.branches = [] }
    scene.atEnd { expect(running.value == 0 && log.value == log.value.sorted(), "\(log.value)") }
  },
  Program(
    "task-id",
    "A task that follows a number of two writers runs with the last one last.",
    workers: 1
  ) {
    scene in
    let model = Branch(0).withAnchor()
    let log = Shared<[Int]>([])
    model.node.task(id: model.number) { number in log.change { $0.append(number) } }
    for number in 1...2 { scene.thread { model.number = number } }
    scene.atEnd { expect(log.value.last == model.number, "\(log.value)") }
  },
  Program(
    "change-follow",
    "A callback that follows a number beside writers ends with the last one."
  ) {
    scene in
    let model = Branch(0).withAnchor()
    let log = Shared<[Int]>([])
    scene.thread {
      model.node.onChange(of: model.number, initial: true) { _, number in
        called("callback")
        log.change { $0.append(number) }
      }
    }
    for number in 1...2 { scene.thread { model.number = number } }
    scene.atEnd { expect(log.value.last == model.number, "\(log.value)") }
  },
  Program("change-removal", "No callback of a model begins after its last handlers have run.") {
    scene in
    let root = Branch(0, [Branch(0)]).withAnchor()
    let child = root.branches[0]
    let hasEnded = Shared(false)
    child.node.onCancel { hasEnded.value = true }
    child.node.onChange(of: child.number) { _, _ in
      expect(!hasEnded.latest, "a callback has begun after the end")
      called("callback")
    }
    scene.thread { silence { child.number = 1 } }
    scene.thread { root.branches = [] }
    scene.atEnd { expect(hasEnded.value, "the handler was lost") }
  },
]

private func silentNumber(of model: Branch) -> Int {
  var number = 0
  silence { number = model.number }
  return number
}
