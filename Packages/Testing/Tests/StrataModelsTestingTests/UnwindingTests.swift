import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
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

  /// The body catches its error and returns without going on.
  @Test(.simulated(), arguments: EndOfBody.allCases, PlaceOfBody.allCases)
  func aBodyThatReturnsOnceItIsCancelledUnwinds(end: EndOfBody, place: PlaceOfBody) async {
    let board = Board(counters: [Counter()]).withAnchor()
    board.counters[0].load(end, on: place)
    await expect(board.counters[0].isLoading)
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(arguments: GoingOn.allCases, PlaceOfBody.allCases)
  func aBodyThatGoesOnIsReportedAtTheLineOfItsTask(way: GoingOn, place: PlaceOfBody) async {
    let line = Locked(UInt(0), rank: .leaf)
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let started = board.counters[0].goOn(way, on: place)
      line.withLock { $0 = started }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.lines == [line.withLock { $0 }])
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
        await Task.yield()
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
        await Task.yield()
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
        for _ in 0..<2 {
          try? await counter.node.continuousClock.sleep(for: .seconds(1))
          await Task.yield()
          counter.count = 5
        }
      }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
  }
}

/// How a body ends that drops the error of its cancellation.
enum EndOfBody: CaseIterable, Sendable {
  case deferBlock, lastStatement, both
}

/// The endless actions of a cancelled body.
enum GoingOn: CaseIterable, Sendable {
  case writesAndWaits, writesInALoop, waitsAndWrites
}

/// The isolation of a body.
enum PlaceOfBody: CaseIterable, Sendable {
  case nowhere, mainActor, otherActor
}

/// One for each body: simulations that run at once must not share an actor.
private actor OtherActor {}

extension Counter {
  fileprivate func load(_ end: EndOfBody, on place: PlaceOfBody) {
    let body: @Sendable (isolated (any Actor)?) async -> Void = { _ in
      isLoading = true
      defer { if end != .lastStatement { isLoading = false } }
      try? await node.continuousClock.sleep(for: .seconds(1))
      if end != .deferBlock { fact = "none" }
    }
    switch place {
    case .nowhere: node.task { await body(nil) }
    case .mainActor: node.task { @MainActor in await body(MainActor.shared) }
    case .otherActor: node.task { await body(OtherActor()) }
    }
  }

  /// Gives the line of the task.
  fileprivate func goOn(_ way: GoingOn, on place: PlaceOfBody) -> UInt {
    let body: @Sendable (isolated (any Actor)?) async -> Void = { _ in
      try? await node.continuousClock.sleep(for: .seconds(1))
      switch way {
      case .writesAndWaits:
        count = 5
        await Task.yield()
        count = 6
      case .writesInALoop:
        for number in 0..<100 {
          count = number
          await Task.yield()
        }
      case .waitsAndWrites:
        // A sleep that the cancellation does not end.
        await Task { try? await Task.sleep(for: .seconds(1)) }.value
        count = 5
      }
    }
    let first: UInt = #line + 2
    switch place {
    case .nowhere: node.task { await body(nil) }
    case .mainActor: node.task { @MainActor in await body(MainActor.shared) }
    case .otherActor: node.task { await body(OtherActor()) }
    }
    return switch place {
    case .nowhere: first
    case .mainActor: first + 1
    case .otherActor: first + 2
    }
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
