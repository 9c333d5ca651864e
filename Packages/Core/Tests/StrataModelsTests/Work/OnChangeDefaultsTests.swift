import Dispatch
import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// What bodies in a task do when no option is given, for each kind of value.
@Suite struct OnChangeDefaultsTests {
  private struct Failure: Error {}

  /// The kinds of values.
  enum Kind: CaseIterable {
    case value, pair, models

    /// Runs a body for each change of a search's query or rows.
    func follow(_ model: Search, _ body: @escaping @Sendable (Search) async throws -> Void) {
      switch self {
      case .value:
        model.node.onChange(of: model.query) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      case .pair:
        model.node.onChange(of: (model.query, model.limit)) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      case .models:
        model.node.onChange(of: model.rows) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      }
    }

    /// Makes a change that the body follows.
    func change(_ model: Search) {
      if self == .models { model.rows.append(Search()) } else { model.query += "+" }
    }
  }

  @Test(arguments: Kind.allCases)
  func aChangeWaitsForTheBodyOfTheOneBefore(kind: Kind) async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let (log, gate) = (Log(), Log())
      let model = Search().withAnchor()
      kind.follow(model) { _ in
        log.add("begin")
        while gate.entries.isEmpty { await Task.yield() }
        log.add(Task.isCancelled ? "cancelled" : "end")
      }
      await log.count(1)
      kind.change(model)
      for _ in 0..<20 { await Task.yield() }
      #expect(log.entries == ["begin"])
      gate.add("open")
      await log.count(4)
      #expect(log.entries == ["begin", "end", "begin", "end"])
    }
  }

  @Test(arguments: Kind.allCases)
  func aBodyThatFailsIsNotTheLast(kind: Kind) async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search().withAnchor()
      kind.follow(model) { _ in
        log.add("body")
        throw Failure()
      }
      await log.count(1)
      kind.change(model)
      for _ in 0..<50 { await Task.yield() }
      #expect(log.entries == ["body", "body"])
    }
  }

  @Test(arguments: Kind.allCases)
  func bodiesRunOnTheActorOfTheCaller(kind: Kind) async {
    let model = Search().withAnchor()
    for isDetached in [false, true] {
      let (desk, log) = (Desk(), Log())
      await desk.follow(model, kind, isDetached, log)
      let before = desk.jobs
      await log.count(1)
      kind.change(model)
      await log.count(2)
      #expect((desk.jobs > before) == !isDetached)
    }
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

  /// Follows a model from here; the bodies belong to no actor.
  func follow(_ model: Search, _ kind: OnChangeDefaultsTests.Kind, _ isDetached: Bool, _ log: Log) {
    switch (kind, isDetached) {
    case (.value, false): model.node.onChange(of: model.query, perform: Self.body(log))
    case (.value, true):
      model.node.onChange(of: model.query, isDetached: true, perform: Self.body(log))
    case (.pair, false):
      model.node.onChange(of: (model.query, model.limit), perform: Self.body(log))
    case (.pair, true):
      model.node.onChange(
        of: (model.query, model.limit),
        isDetached: true,
        perform: Self.body(log)
      )
    case (.models, false): model.node.onChange(of: model.rows, perform: Self.body(log))
    case (.models, true):
      model.node.onChange(of: model.rows, isDetached: true, perform: Self.body(log))
    }
  }

  private static func body<Value>(_ log: Log) -> @Sendable (Value, Value) async -> Void {
    { _, _ in log.add("body") }
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
