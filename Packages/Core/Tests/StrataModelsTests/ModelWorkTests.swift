import StrataModels
import Testing

@Suite struct ModelWorkTests {
  struct Failure: Error {}

  @Test func runsATaskForTheModelsLifeAndCancelsItWithTheModel() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let child = root.child
    let work = child?.node.context.work
    child?.node.task {
      log.add("running")
      for await _ in AsyncStream<Int>.makeStream().stream {}
      log.add(Task.isCancelled ? "cancelled" : "ended")
    }
    while log.entries.last != "running" { await Task.yield() }
    root.child = nil
    await work?.finished()
    #expect(log.entries == ["P", "C", "running", "c", "cancelled"])
  }

  @Test func handsAnErrorToCatchButNotAfterCancellation() async {
    let log = Log()
    let model = Counter().withAnchor()
    let scope = model.node.context.work
    model.node.task {
      throw Failure()
    } catch: { _ in
      log.add("caught")
    }
    while log.entries.isEmpty { await Task.yield() }
    let cancelled = model.node.task {
      log.add("running")
      for await _ in AsyncStream<Int>.makeStream().stream {}
      throw Failure()
    } catch: { _ in
      log.add("caught after cancellation")
    }
    while log.entries.count < 2 { await Task.yield() }
    cancelled.cancel()
    scope.close()
    await scope.finished()
    #expect(log.entries == ["caught", "running"])
  }

  @Test func cancelsByKeyOnThisModelOnly() async {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let child = root.child
    root.node.onCancel { log.add("root work") }.cancel(for: "key")
    child?.node.onCancel { log.add("child work") }.cancel(for: "key")
    root.node.cancelAll(for: "key")
    #expect(log.entries == ["P", "C", "root work"])
  }

  @Test func groupsWhatAContextCreates() {
    let log = Log()
    let model = Counter().withAnchor()
    let result = model.node.cancellationContext(for: ObjectIdentifier(Log.self)) {
      model.node.onCancel { log.add("a") }
      model.node.onCancel { log.add("b") }
      return 7
    }
    #expect(result == 7)
    model.node.onCancel { log.add("outside") }
    model.node.cancelAll(for: ObjectIdentifier(Log.self))
    #expect(log.entries == ["a", "b"])
  }

  @Test func inFlightWorkIsReplacedByCallSite() {
    let log = Log()
    let model = Counter().withAnchor()
    for turn in 0..<3 {
      model.node.onCancel { log.add("\(turn)") }.cancelInFlight()
    }
    #expect(log.entries == ["0", "1"])
  }

  @Test func consumesASequenceOneElementAfterTheOther() async {
    let log = Log()
    let model = Counter().withAnchor()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (done, finish) = AsyncStream<Void>.makeStream()
    model.node.forEach(stream) { value in
      log.add("begin \(value)")
      await Task.yield()
      log.add(Task.isCancelled ? "cancelled \(value)" : "end \(value)")
      if value == 2 { finish.finish() }
    }
    for value in 0..<3 { continuation.yield(value) }
    for await _ in done {}
    #expect(log.entries == (0..<3).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test func aBodyThatFailsDoesNotEndTheLoop() async {
    let log = Log()
    let model = Counter().withAnchor()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (done, finish) = AsyncStream<Void>.makeStream()
    model.node.forEach(stream) { value in
      log.add("\(value)")
      if value == 2 { finish.finish() }
      throw Failure()
    } catch: { _ in
      log.add("failed")
    }
    for value in 0..<3 { continuation.yield(value) }
    continuation.finish()
    for await _ in done {}
    #expect(log.entries.prefix(5) == ["0", "failed", "1", "failed", "2"])
  }

  @Test func workOnAModelInNoTreeIsReportedAndNotRun() {
    let log = Log()
    let texts = reports {
      Counter().node.task { log.add("ran") }
    }
    #expect(
      texts == [
        """
        Work was started on a Counter that is in no tree, where nothing would ever end it. It is \
        not run. Anchor the model, or add it to an anchored one, and start work from onActivate() \
        on.
        """
      ]
    )
    #expect(log.entries.isEmpty)
  }

  @Test func workOnARemovedModelIsCancelledAtOnce() {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log)).withAnchor()
    let child = root.child
    root.child = nil
    #expect(reports { child?.node.onCancel { log.add("late") } } == [])
    #expect(log.entries == ["P", "C", "c", "late"])
  }

  @Test func aTaskOfARemovedModelIsNotRun() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { simulation in
      let root = Logged("p", Log(), child: Logged("c", Log())).withAnchor()
      let child = root.child
      root.child = nil
      let texts = reports { child?.node.task { log.add("ran") } }
      #expect(texts.count == 1)
      root.node.task { log.add("lives") }
      // Time goes on when nothing else can run.
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(child?.node.context.work.isEmpty == true)
      #expect(root.node.context.runningTasks.isEmpty)
    }
    #expect(log.entries == ["lives"])
  }

  @Test func runsUnderASimulationInAnOrderThatASeedPicks() async throws {
    func order(_ seed: UInt64) async throws -> [String] {
      let log = Log()
      _ = try await withSimulation(seed: seed) { _ in
        let model = Counter().withAnchor()
        for name in ["a", "b", "c", "d"] {
          model.node.task {
            await Task.yield()
            log.add(name)
          }
        }
        await Task.yield()
        while log.entries.count < 4 { await Task.yield() }
        withExtendedLifetime(model) {}
      }
      return log.entries
    }
    let first = try await order(1)
    #expect(try await order(1) == first)
    var orders: Set<[String]> = [first]
    for seed in 2..<12 { orders.insert(try await order(UInt64(seed))) }
    #expect(orders.count > 1)
  }
}
