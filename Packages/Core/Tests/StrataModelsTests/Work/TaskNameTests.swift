import StrataConcurrency
import StrataCore
import StrataModels
import Testing

@Suite struct TaskNameTests {
  @Test func aTaskHasTheNameThatItWasGiven() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = Search("a") { model in
        model.node.task("load") { await untilCancelled() }
        model.node.task("load again") {
          await untilCancelled()
        } catch: { _ in
        }
        model.node.forEach(model.change(of: \.query), name: "follow") { _ in }
        model.node.task("search", id: model.query) { _ in await untilCancelled() }
        model.node.onChange(of: model.query, name: "react") { _, _ in await untilCancelled() }
      }
      .withAnchor()
      #expect(
        model.node.context.runningTasks.map(\.name) == [
          "load", "load again", "follow", "search", "react",
        ]
      )
    }
  }

  @Test func withoutANameItIsKnownByFunctionAndLine() async throws {
    struct Worker: Model {
      static let modelLayout = ModelLayout<Worker>("Worker") { $0.slot("count", \.count) }
      var modelNode = ModelNode<Worker>()
      var count: Int { modelNode[0] }
      static let line = #line + 4
      init() { modelNode.initialize(0, to: 0) }

      func onActivate() {
        node.task { await untilCancelled() }
        node.task {
          await untilCancelled()
        } catch: { _ in
        }
        node.forEach(change(of: \.count)) { _ in await untilCancelled() }
        node.task(id: count) { _ in await untilCancelled() }
        refresh(1)
      }

      func refresh(_ count: Int) {
        node.onChange(of: self.count) { _, _ in await untilCancelled() }
      }
    }
    _ = try await withSimulation(seed: 1) { _ in
      let model = Worker().withAnchor()
      let tasks = model.node.context.runningTasks
      let names = [0, 1, 5, 6].map { "onActivate() @ TaskNameTests.swift:\(Worker.line + $0)" }
      #expect(
        tasks.map(\.name) == names + ["refresh(_:) @ TaskNameTests.swift:\(Worker.line + 11)"]
      )
      #expect(
        tasks.first?.description
          == "onActivate() @ StrataModelsTests/TaskNameTests.swift:\(Worker.line)"
      )
      withExtendedLifetime(model) {}
    }
  }

  @Test func causesHaveItToo() async throws {
    Cause.startRecording()
    defer { Cause.stopRecording() }
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task("load") { log.add(Cause.current?.name ?? "") }
        model.node.task(id: model.query) { _ in log.add(Cause.current?.name ?? "") }
      }
      .withAnchor()
      await log.count(2)
      let line = #line - 4
      #expect(
        Set(log.entries) == [
          "load", "causesHaveItToo() @ TaskNameTests.swift:\(line)",
        ]
      )
      withExtendedLifetime(model) {}
    }
  }
}
