import StrataConcurrency
import StrataModels
import Testing

@Suite struct CancellationContextTests {
  @Test func withoutAKeyItGivesOneHandleForAllThatWasStarted() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a").withAnchor()
      let group = model.node.cancellationContext {
        model.node.task("task") { await untilCancelled() }
        model.node.forEach(model.change(of: \.query), name: "loop") { _ in }
        model.node.task("restarted", id: model.limit) { _ in await untilCancelled() }
        model.node.onChange(of: model.limit, initial: false) { _, _ in log.add("changed") }
        model.node.onCancel { log.add("cancelled") }
      }
      model.node.task("other") { await untilCancelled() }
      model.limit = 1
      group.cancel()
      model.limit = 2
      while model.node.context.runningTasks.count > 1 { await Task.yield() }
      #expect(model.node.context.runningTasks.map(\.name) == ["other"])
      #expect(log.entries == ["changed", "cancelled"])
      group.cancel()
      #expect(log.entries == ["changed", "cancelled"])
      model.node.context.work.close()
    }
  }

  @Test func itsHandleCanBeGivenAKey() {
    let log = Log()
    let model = Search("a").withAnchor()
    for turn in 0..<3 {
      model.node.cancellationContext {
        model.node.onCancel { log.add("\(turn)") }
        model.node.onCancel { log.add("\(turn)") }
      }
      .cancel(for: "key", cancelInFlight: true)
    }
    #expect(log.entries == ["0", "0", "1", "1"])
    model.node.cancelAll(for: "key")
    #expect(log.entries == ["0", "0", "1", "1", "2", "2"])
  }

  @Test func mayWaitInside() async {
    enum Key {}
    let log = Log()
    let model = Search("a").withAnchor()
    let group = await model.node.cancellationContext {
      await Task.yield()
      model.node.onCancel { log.add("group") }
    }
    await model.node.cancellationContext(for: Key.self) {
      await Task.yield()
      model.node.onCancel { log.add("type") }
    }
    let result = await model.node.cancellationContext(for: 7) {
      await Task.yield()
      model.node.onCancel { log.add("value") }
      return 5
    }
    #expect(result == 5)
    #expect(log.entries.isEmpty)
    model.node.cancelAll(for: Key.self)
    group.cancel()
    model.node.cancelAll(for: 7)
    #expect(log.entries == ["type", "group", "value"])
  }

  @Test func aThrowPassesThroughAndWhatWasStartedGoesOn() {
    struct Failure: Error {}
    let log = Log()
    let model = Search("a").withAnchor()
    #expect(throws: Failure.self) {
      try model.node.cancellationContext { () throws(Failure) in
        model.node.onCancel { log.add("cancelled") }
        throw Failure()
      }
    }
    #expect(log.entries.isEmpty)
    #expect(!model.node.context.work.isEmpty)
  }

  /// Work that a task starts is not part of the context that the task is part of, unless it asks to be.
  @Test func workInsideATaskInheritsTheContextOnlyWhenItSaysSo() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a").withAnchor()
      model.node.cancellationContext(for: "key") {
        model.node.task {
          model.node.onCancel { log.add("apart") }
          model.node.onCancel { log.add("inherited") }.inheritCancellationContext()
          model.node.task {
            model.node.onCancel { log.add("nested") }.inheritCancellationContext()
            log.add("ready")
          }
          .inheritCancellationContext()
        }
      }
      await log.count(1)
      model.node.cancelAll(for: "key")
      #expect(log.entries.first == "ready")
      #expect(log.entries.contains("inherited"))
      #expect(!log.entries.contains("apart"))
      withExtendedLifetime(model) {}
    }
  }
}
