import Explorer
@_spi(Strata) import StrataConcurrency
import StrataCore
import StrataEvents

/// Programs about tasks, loops, handlers of the end, and events.
let workPrograms = [
  Program(
    "work-seal",
    "A task whose scope is sealed runs its body to the end or not at all.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let log = Shared<[String]>([])
    scene.thread {
      scope.task {
        log.change { $0.append("begin") }
        log.change { $0.append("end") }
      }
    }
    scene.thread {
      scope.onCancel { log.change { $0.append("cancel") } }
      scope.close()
    }
    scene.atEnd {
      let bodies = log.value.filter { $0 != "cancel" }
      expect(bodies == [] || bodies == ["begin", "end"], "\(log.value)")
      expect(log.value.filter { $0 == "cancel" }.count == 1, "\(log.value)")
    }
  },
  Program(
    "work-handler-once",
    "A handler of the end runs exactly once, whoever ends it."
  ) { scene in
    let scope = CancellationScope()
    let calls = Shared(0)
    scene.thread {
      let work = scope.onCancel {
        called("onCancel")
        calls.change { $0 += 1 }
      }
      work.cancel()
    }
    scene.thread { scope.close() }
    scene.atEnd { expect(calls.value == 1, "it has run \(calls.value) times") }
  },
  Program(
    "work-unwound",
    "Whoever waits for the end of a scope is called when its bodies have returned.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let running = Shared(0)
    let isFinished = Shared(false)
    scene.thread {
      scope.task {
        running.change { $0 += 1 }
        step("in the task")
        running.change { $0 -= 1 }
      }
      scope.close()
      scope.onFinish {
        expect(running.value == 0, "a body still runs")
        isFinished.value = true
      }
    }
    scene.atEnd { expect(isFinished.value, "nobody was called") }
  },
  Program(
    "work-in-flight",
    "Of tasks that cancel one another by a key, one ends uncancelled.",
    workers: 2
  ) { scene in
    let scope = CancellationScope()
    let done = Shared<[Int]>([])
    for number in 1...2 {
      scene.thread {
        scope.task { if !Task.isCancelled { done.change { $0.append(number) } } }
          .cancel(for: "key", cancelInFlight: true)
      }
    }
    scene.atEnd { expect(!done.value.isEmpty, "all were cancelled") }
  },
  Program(
    "work-restart",
    "A task that is restarted begins after the body before has returned.",
    workers: 2
  ) { scene in
    let scope = CancellationScope()
    let running = Shared(0)
    for _ in 0..<2 {
      scene.thread {
        scope.restart(for: "key") {
          running.change { $0 += 1 }
          expect(running.value == 1, "two bodies run at once")
          running.change { $0 -= 1 }
        }
      }
    }
    scene.atEnd { expect(running.value == 0, "a body has not returned") }
  },
  Program(
    "event-cancel",
    "A listener that runs in its context's work receives no event after the handlers of the end."
  ) { scene in
    let row = Row(1)
    let root = Row(0, [row])
    let anchor = Anchor(root.context, at: .thisLine())
    let hasEnded = Shared(false)
    let work = row.context.work
    row.context.addListener(
      .listener(to: Int.self) { _, _ in
        work.runCallback {
          expect(!hasEnded.latest, "an event was received after the end")
          called("listener")
        }
      }
    )
    work.onCancel {
      called("onCancel")
      hasEnded.value = true
    }
    scene.thread { root.rows.removeAll() }
    scene.thread { silence { row.context.send(1, at: .thisLine()) } }
    scene.atEnd { withExtendedLifetime(anchor) {} }
  },
  Program(
    "loop-cancel",
    "No body of a loop begins after the handlers of its scope's end have run.",
    workers: 1
  ) { scene in
    let scope = CancellationScope()
    let hasEnded = Shared(false)
    let (elements, feed) = AsyncStream<Int>.makeStream()
    scope.onCancel {
      called("onCancel")
      hasEnded.value = true
    }
    scope.forEach(elements) { _ in expect(!hasEnded.latest, "a body has begun after the end") }
    scene.thread { feed.yield(1) }
    scene.thread { scope.close() }
  },
  Program(
    "late-handler",
    "No callback begins after a handler has run, also one that was registered after the end."
  ) { scene in
    let scope = CancellationScope()
    let hasEnded = Shared(false)
    scene.thread {
      scope.runCallback { expect(!hasEnded.latest, "a callback has begun after the end") }
    }
    scene.thread {
      scope.close()
      scope.onCancel { hasEnded.value = true }
    }
    scene.atEnd { expect(hasEnded.value, "the handler was lost") }
  },
  Program(
    "event-move-below-new",
    "An event of a child that moves below a new one reaches those above at each moment."
  ) { scene in
    let row = Row(1)
    let root = Row(0, [row])
    let anchor = Anchor(root.context, at: .thisLine())
    let received = Shared<[Int]>([])
    root.context.addListener(
      .listener(to: Int.self) { event, _ in received.change { $0.append(event) } }
    )
    scene.thread { root.rows = [Row(2, [row])] }
    scene.thread { silence { row.context.send(1, at: .thisLine()) } }
    scene.atEnd {
      expect(received.value == [1], "received \(received.value)")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "event-subscribe",
    "An event that is sent after a listener was added is received once."
  ) { scene in
    let row = Row(1)
    let root = Row(0, [row])
    let anchor = Anchor(root.context, at: .thisLine())
    let isAdded = Shared(false)
    let wasAdded = Shared(false)
    let received = Shared<[Int]>([])
    scene.thread {
      root.context.addListener(
        .listener(to: Int.self) { event, _ in
          called("listener")
          received.change { $0.append(event) }
        }
      )
      isAdded.value = true
    }
    scene.thread {
      silence { row.context.send(1, at: .thisLine()) }
      wasAdded.value = isAdded.value
      silence { row.context.send(2, at: .thisLine()) }
    }
    scene.atEnd {
      let allowed = wasAdded.value ? [[2], [1, 2]] : [[], [2], [1, 2]]
      expect(allowed.contains(received.value), "received \(received.value)")
      withExtendedLifetime(anchor) {}
    }
  },
]

/// Runs a closure whose misuse is not reported.
func silence(_ body: () -> Void) {
  ReportSink.withHandler({ _ in }, operation: body)
}
