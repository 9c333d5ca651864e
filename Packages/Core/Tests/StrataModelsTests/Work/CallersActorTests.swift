import Dispatch
import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Work of a model that an actor starts.
@Suite struct CallersActorTests {
  /// The forms of work.
  enum Form: CaseIterable {
    case task, taskWithCatch
    case taskOfValue, taskOfModels, taskOfPair, taskOfTriple
    case forEach
    case onChangeOfValue, onChangeOfModels, onChangeOfPair
  }

  @Test(arguments: Form.allCases)
  func workRunsOnTheActorThatStartsIt(form: Form) async {
    #expect(await jobs(of: form, isDetached: false) > 0)
  }

  @Test(arguments: Form.allCases)
  func detachedWorkRunsElsewhere(form: Form) async {
    #expect(await jobs(of: form, isDetached: true) == 0)
  }

  /// How many jobs of the work run on the actor that starts it.
  private func jobs(of form: Form, isDetached: Bool) async -> Int {
    let model = Search().withAnchor()
    let (desk, log) = (Desk(), Log())
    if isDetached {
      await desk.startDetached(form, of: model, log)
    } else {
      await desk.start(form, of: model, log)
    }
    await log.count(1)
    // The start is a job itself.
    return desk.jobs - 1
  }
}

/// An actor that counts the jobs that are given to it.
private actor Desk {
  private let executor = CountingExecutor()

  // SAFETY: the actor retains its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// How many jobs were given to this actor.
  nonisolated var jobs: Int { executor.count }

  /// Starts work without an option; its bodies belong to no actor.
  func start(_ form: CallersActorTests.Form, of model: Search, _ log: Log) {
    let body = Self.body(log)
    switch form {
    case .task: model.node.task(operation: body)
    case .taskWithCatch: model.node.task(operation: body) { _ in }
    case .taskOfValue: model.node.task(id: model.query, operation: Self.body(log))
    case .taskOfModels: model.node.task(id: model.rows, operation: Self.body(log))
    case .taskOfPair: model.node.task(id: (model.query, model.limit), operation: Self.pair(log))
    case .taskOfTriple:
      model.node.task(id: (model.query, model.limit, model.results), operation: Self.triple(log))
    case .forEach: model.node.forEach(Self.elements, operation: Self.body(log))
    case .onChangeOfValue: model.node.onChange(of: model.query, perform: Self.pair(log))
    case .onChangeOfModels: model.node.onChange(of: model.rows, perform: Self.pair(log))
    case .onChangeOfPair:
      model.node.onChange(of: (model.query, model.limit), perform: Self.pair(log))
    }
  }

  func startDetached(_ form: CallersActorTests.Form, of model: Search, _ log: Log) {
    let node = model.node
    let body = Self.body(log)
    switch form {
    case .task: node.task(isDetached: true, operation: body)
    case .taskWithCatch: node.task(isDetached: true, operation: body) { _ in }
    case .taskOfValue:
      node.task(id: model.query, isDetached: true, operation: Self.body(log))
    case .taskOfModels: node.task(id: model.rows, isDetached: true, operation: Self.body(log))
    case .taskOfPair:
      node.task(id: (model.query, model.limit), isDetached: true, operation: Self.pair(log))
    case .taskOfTriple:
      node.task(
        id: (model.query, model.limit, model.results),
        isDetached: true,
        operation: Self.triple(log)
      )
    case .forEach: node.forEach(Self.elements, isDetached: true, operation: Self.body(log))
    case .onChangeOfValue:
      node.onChange(of: model.query, isDetached: true, perform: Self.pair(log))
    case .onChangeOfModels:
      node.onChange(of: model.rows, isDetached: true, perform: Self.pair(log))
    case .onChangeOfPair:
      node.onChange(of: (model.query, model.limit), isDetached: true, perform: Self.pair(log))
    }
  }

  private static var elements: AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
  }

  private static func body(_ log: Log) -> @Sendable () async -> Void { { log.add("body") } }

  private static func body<Value>(_ log: Log) -> @Sendable (Value) async -> Void {
    { _ in log.add("body") }
  }

  private static func pair<First, Second>(_ log: Log) -> @Sendable (First, Second) async -> Void {
    { _, _ in log.add("body") }
  }

  private static func triple<First, Second, Third>(
    _ log: Log
  ) -> @Sendable (First, Second, Third) async -> Void {
    { _, _, _ in log.add("body") }
  }
}

/// Runs jobs one after the other, and counts them.
private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "desk")
  private let number = Atomic<Int>(0)

  var count: Int { number.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    number.wrappingAdd(1, ordering: .relaxed)
    let job = UnownedJob(job)
    // SAFETY: each job runs once, on this executor.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
