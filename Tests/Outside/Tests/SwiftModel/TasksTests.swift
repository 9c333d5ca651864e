import Strata
import StrataConcurrency
import StrataTesting
import Testing

@Model struct Worker {
  var steps: [String] = []
  var isLoading = false
  var query = ""
  var error: String?

  func begin(_ name: String, for seconds: Int) -> CancellationHandle {
    node.task {
      steps.append("+\(name)")
      try await node.continuousClock.sleep(for: .seconds(seconds))
      steps.append("-\(name)")
    } catch: { error in
      self.error = "\(error)"
    }
  }

  func load() {
    isLoading = true
    node.task {
      defer { isLoading = false }
      try await node.continuousClock.sleep(for: .seconds(1))
      steps.append("loaded")
    } catch: { _ in
    }
  }
}

@Model struct Office {
  var worker: Worker?
  var workers: [Worker] = []
}

/// Work of models.
@Suite(.simulated(exhaustivity: .off)) struct TasksTests {
  func pass(_ seconds: Int, of model: some Model) async {
    try? await model.modelNode.continuousClock.sleep(for: .seconds(seconds))
    await settle()
  }

  @Test func aTaskRunsToItsEnd() async {
    let office = Office(worker: Worker()).withAnchor()
    _ = office.worker?.begin("a", for: 1)
    await pass(2, of: office)
    #expect(office.worker?.steps == ["+a", "-a"])
  }

  @Test func aCancelledTaskStops() async {
    let office = Office(worker: Worker()).withAnchor()
    let task = office.worker?.begin("a", for: 5)
    await pass(1, of: office)
    task?.cancel()
    await pass(10, of: office)
    #expect(office.worker?.steps == ["+a"])
    #expect(office.worker?.error == nil)
  }

  @Test func removalCancelsTheWork() async {
    let office = Office(worker: Worker()).withAnchor()
    let worker = office.worker
    _ = worker?.begin("a", for: 5)
    await pass(1, of: office)
    office.worker = nil
    await pass(10, of: office)
    #expect(office.worker == nil)
  }

  @Test func aFlagThatIsResetWhileTheModelLeavesIsNoFault() async {
    let office = Office(worker: Worker()).withAnchor()
    office.worker?.load()
    await settle()
    #expect(office.worker?.isLoading == true)
    office.worker = nil
    await settle()
    #expect(office.worker == nil)
  }

  @Test func anErrorIsGivenToItsHandler() async {
    struct Broken: Error {}
    let worker = Worker().withAnchor()
    worker.node.task {
      throw Broken()
    } catch: { error in
      worker.error = "\(error)"
    }
    await settle()
    #expect(worker.error == "Broken()")
  }

  @Test func tasksOfOneKeyEndTogether() async {
    let worker = Worker().withAnchor()
    worker.begin("a", for: 5).cancel(for: "key")
    worker.begin("b", for: 5).cancel(for: "key")
    worker.begin("c", for: 5).cancel(for: "other")
    await settle()
    worker.node.cancelAll(for: "key")
    await pass(10, of: worker)
    #expect(worker.steps == ["+a", "+b", "+c", "-c"])
  }

  @Test func keysAreOfOneModelAlone() async {
    let office = Office(workers: [Worker(), Worker()]).withAnchor()
    for worker in office.workers { worker.begin("a", for: 1).cancel(for: "key") }
    await settle()
    office.workers[0].node.cancelAll(for: "key")
    await pass(5, of: office)
    #expect(office.workers[0].steps == ["+a"])
    #expect(office.workers[1].steps == ["+a", "-a"])
  }

  @Test func inFlightTheLatestGoesOn() async {
    let worker = Worker().withAnchor()
    for name in ["a", "b", "c"] {
      worker.begin(name, for: 2).cancel(for: "key", cancelInFlight: true)
      await pass(1, of: worker)
    }
    await pass(5, of: worker)
    #expect(worker.steps == ["+a", "+b", "+c", "-c"])
  }

  @Test func inFlightByThePlaceOfTheCall() async {
    let worker = Worker().withAnchor()
    for name in ["a", "b"] {
      worker.begin(name, for: 2).cancelInFlight()
      await pass(1, of: worker)
    }
    _ = worker.begin("c", for: 1)
    await pass(5, of: worker)
    #expect(worker.steps.filter { $0.hasPrefix("-") }.sorted() == ["-b", "-c"])
  }

  @Test func aContextEndsAllThatItGroups() async {
    let worker = Worker().withAnchor()
    worker.node.cancellationContext(for: "group") {
      _ = worker.begin("a", for: 5)
      worker.node.onCancel { worker.steps.append("cancelled") }
    }
    _ = worker.begin("b", for: 5)
    await settle()
    worker.node.cancelAll(for: "group")
    await pass(10, of: worker)
    #expect(worker.steps == ["+a", "+b", "cancelled", "-b"])
  }

  @Test func aContextReturnsWhatItsClosureReturns() {
    let worker = Worker().withAnchor()
    let value = worker.node.cancellationContext(for: "group") { 5 }
    #expect(value == 5)
  }

  @Test func onCancelRunsOnce() async {
    let office = Office(worker: Worker()).withAnchor()
    let log = Log()
    let token = office.worker?.node.onCancel { log.add("x") }
    token?.cancel()
    office.worker = nil
    #expect(log.take() == "x")
  }

  @Test func aLoopTakesOneAfterTheOther() async {
    let worker = Worker().withAnchor()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    worker.node.forEach(stream) { number in
      worker.steps.append("+\(number)")
      try await worker.node.continuousClock.sleep(for: .seconds(1))
      worker.steps.append("-\(number)")
    }
    continuation.yield(1)
    continuation.yield(2)
    await pass(5, of: worker)
    #expect(worker.steps == ["+1", "-1", "+2", "-2"])
  }

  @Test func aLoopThatCancelsThePrevious() async {
    let worker = Worker().withAnchor()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    worker.node.forEach(stream, cancelPrevious: true) { number in
      worker.steps.append("+\(number)")
      try await worker.node.continuousClock.sleep(for: .seconds(1))
      worker.steps.append("-\(number)")
    }
    continuation.yield(1)
    await settle()
    continuation.yield(2)
    await pass(5, of: worker)
    #expect(worker.steps == ["+1", "+2", "-2"])
  }

  @Model struct Article {
    var number = 1
    var texts: [String] = []
    func onActivate() {
      node.task(id: number) { number in
        try await node.continuousClock.sleep(for: .seconds(1))
        texts.append("text \(number)")
      }
    }
  }

  @Test func workThatFollowsAValue() async {
    let article = Article().withAnchor()
    await pass(2, of: article)
    article.number = 2
    await settle()
    article.number = 3
    await pass(5, of: article)
    #expect(article.texts == ["text 1", "text 3"])
  }

  @Test func anOnChangeThatWaitsMissesNothing() async {
    let worker = Worker().withAnchor()
    worker.node.onChange(of: worker.query, initial: false) { old, new async in
      try? await worker.node.continuousClock.sleep(for: .seconds(1))
      worker.steps.append("\(old)>\(new)")
    }
    worker.query = "a"
    worker.query = "b"
    await pass(5, of: worker)
    #expect(worker.steps == [">a", "a>b"])
  }

  @Test func shortSleepsEnd() async {
    let worker = Worker().withAnchor()
    worker.node.task {
      for nanoseconds in [0, 1, 10, 1_000] as [UInt64] {
        try await Task.sleep(nanoseconds: nanoseconds)
        worker.steps.append("\(nanoseconds)")
      }
      try await Task.sleep(for: .zero)
      worker.steps.append("zero")
    } catch: { _ in
    }
    await pass(1, of: worker)
    #expect(worker.steps == ["0", "1", "10", "1000", "zero"])
  }

  @Test func aTimerTicksInVirtualTime() async {
    let worker = Worker().withAnchor()
    worker.node.task {
      while true {
        try await worker.node.continuousClock.sleep(for: .seconds(1))
        worker.steps.append("tick")
      }
    } catch: { _ in
    }
    try? await worker.node.continuousClock.sleep(for: .milliseconds(3_500))
    await settle()
    #expect(worker.steps == ["tick", "tick", "tick"])
  }

  @Test func workOnAnUnanchoredModelDoesNotRun() async {
    let worker = Worker()
    let log = Log()
    await withKnownIssue {
      worker.node.task { log.add("x") }
      await settle()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("a Worker that is in no tree") }
    }
    #expect(log.take() == "")
  }
}
