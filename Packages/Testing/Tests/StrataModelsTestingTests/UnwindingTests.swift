import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

/// Tasks that are cancelled because their model is removed: what they do while an error takes them out of their
/// bodies is no fault.
@Suite struct UnwindingTests {
  @Test(.simulated()) func aFlagThatDeferResetsNeedsNothing() async {
    let board = Board(counters: [Counter()]).withAnchor()
    board.counters[0].loadWithDefer()
    await expect(board.counters[0].isLoading)
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(.simulated()) func anEventThatDeferSendsNeedsNothing() async {
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    counter.node.task {
      defer { counter.node.send(.cleared) }
      try await counter.node.continuousClock.sleep(for: .seconds(1))
    } catch: { _ in
    }
    await settle()
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(.simulated()) func anErrorOfTheTasksOwnUnwindsItToo() async {
    struct Closed: Error {}
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    counter.node.task {
      defer { counter.isLoading = false }
      do {
        try await counter.node.continuousClock.sleep(for: .seconds(1))
      } catch {
        throw Closed()
      }
    } catch: { _ in
    }
    await settle()
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(.simulated(), arguments: LoopKind.allCases)
  func aFlagThatALoopsBodyResetsNeedsNothing(kind: LoopKind) async {
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    let (steps, step) = AsyncStream.makeStream(of: Int.self)
    let body: @Sendable (Int) async throws -> Void = { _ in
      counter.isLoading = true
      defer { counter.isLoading = false }
      try await counter.node.continuousClock.sleep(for: .seconds(1))
    }
    switch kind {
    case .inSequence: counter.node.forEach(steps, operation: body)
    case .cancelPrevious: counter.node.forEach(steps, cancelPrevious: true, operation: body)
    case .value: counter.node.task(id: counter.count, operation: body)
    }
    step.yield(1)
    await expect(counter.isLoading)
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(arguments: LoopKind.allCases)
  func aLoopsBodyThatGoesOnWorkingIsReported(kind: LoopKind) async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      let (steps, step) = AsyncStream.makeStream(of: Int.self)
      let body: @Sendable (Int) async throws -> Void = { _ in
        try? await counter.node.continuousClock.sleep(for: .seconds(1))
        counter.fact = "late"
      }
      switch kind {
      case .inSequence: counter.node.forEach(steps, operation: body)
      case .cancelPrevious: counter.node.forEach(steps, cancelPrevious: true, operation: body)
      case .value: counter.node.task(id: counter.count, operation: body)
      }
      step.yield(1)
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
  }

  @Test(.simulated()) func aChildOfTheRemovedModelMayBeResetToo() async {
    let (top, counter) = (Outer(), Counter())
    let outer = top.withAnchor()
    outer.board = Board(counters: [counter])
    outer.board?.load(counter)
    await expect(outer.board != nil && counter.isLoading)
    outer.board = nil
    await expect(outer.board == nil)
  }

  @Test func aTaskThatGoesOnWorkingIsReportedOnce() async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      counter.node.task("deaf") {
        defer { counter.isLoading = false }
        try? await counter.node.continuousClock.sleep(for: .seconds(1))
        counter.count = 5
      }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("Counter.count (") == true)
    #expect(findings.messages.first?.contains("was written by the task \"deaf\"") == true)
  }

  @Test func oneThatUnwindsDoesNotHideOneThatGoesOn() async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      counter.loadWithDefer()
      counter.node.task("deaf") {
        try? await counter.node.continuousClock.sleep(for: .seconds(1))
        await Task.yield()
        counter.count = 5
      }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
  }
}

/// The loops of a model.
enum LoopKind: CaseIterable, Sendable {
  case inSequence, cancelPrevious, value
}

/// A model with a board that may go.
private struct Outer: Model {
  static let modelLayout = ModelLayout<Outer>("Outer") { $0.slot("board", \.board) }
  var modelNode = ModelNode<Outer>()

  var board: Board? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: nil as Board?) }
}

extension Board {
  /// A task of the board that resets a flag of the counter.
  fileprivate func load(_ counter: Counter) {
    node.task {
      counter.isLoading = true
      defer { counter.isLoading = false }
      try await node.continuousClock.sleep(for: .seconds(1))
    } catch: { _ in
    }
  }
}

extension Counter {
  fileprivate func loadWithDefer() {
    node.task {
      isLoading = true
      defer { isLoading = false }
      try await node.continuousClock.sleep(for: .seconds(1))
      fact = "late"
    } catch: { _ in
    }
  }
}
