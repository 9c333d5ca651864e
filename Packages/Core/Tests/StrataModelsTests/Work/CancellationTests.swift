import StrataConcurrency
import StrataModels
import Testing

@Suite struct CancellationTests {
  /// Runs until it is cancelled.
  private static func wait() async {
    for await _ in AsyncStream<Void>.makeStream().stream {}
  }

  @Test func cancellingATaskEndsItAndLeavesNothing() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Counter().withAnchor()
      let task = model.node.task {
        await Self.wait()
        log.add("\(Task.isCancelled)")
      }
      while model.node.context.work.runningCount == 0 { await Task.yield() }
      await Task.yield()
      task.cancel()
      task.cancel()
      while model.node.context.work.runningCount > 0 { await Task.yield() }
      #expect(log.entries.count < 2)
      #expect(log.entries.allSatisfy { $0 == "true" } == true)
      #expect(model.node.context.work.isEmpty)
    }
  }

  @Test func cancellingALoopEndsItsBody() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Counter().withAnchor()
      let loop = model.node.forEach(model.change(of: \.count)) { count in
        log.add("begin \(count)")
        await Self.wait()
        log.add("end \(count)")
      }
      while log.entries.isEmpty { await Task.yield() }
      model.count = 1
      loop.cancel()
      while !model.node.context.work.isEmpty { await Task.yield() }
      #expect(log.entries == ["begin 0", "end 0"])
    }
  }

  @Test func aFinishedTaskCannotBeCancelledAndHoldsNothing() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = Counter().withAnchor()
      let task = model.node.task { model.count += 1 }.cancel(for: "key")
      while !model.node.context.work.isEmpty { await Task.yield() }
      task.cancel()
      model.node.cancelAll(for: "key")
      #expect(model.count == 1)
    }
  }

  /// The peer retains a wrapper of each finished task until the model is removed.
  @Test func finishedTasksLeaveNothingHoweverManyThereWere() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = Counter().withAnchor()
      for round in 0..<40 {
        for _ in 0..<10 { model.node.task { model.count += 1 }.cancel(for: "key") }
        while model.count < (round + 1) * 10 { await Task.yield() }
      }
      while !model.node.context.work.isEmpty { await Task.yield() }
      #expect(model.node.context.runningTasks.isEmpty)
    }
  }

  @Test func cancelInFlightReplacesEarlierWorkOfTheKey() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Counter().withAnchor()
      func start(_ name: String) {
        model.node.task {
          log.add("begin \(name)")
          await Self.wait()
          log.add("end \(name)")
        }
        .cancel(for: "operation", cancelInFlight: true)
      }
      start("a")
      while log.entries.count < 1 { await Task.yield() }
      model.node.onCancel { log.add("other key") }.cancel(for: "other", cancelInFlight: true)
      start("b")
      while log.entries.count < 3 { await Task.yield() }
      #expect(Set(log.entries) == ["begin a", "end a", "begin b"])
      model.node.cancelAll(for: "operation")
      while log.entries.count < 4 { await Task.yield() }
      #expect(log.entries.last == "end b")
      withExtendedLifetime(model) {}
    }
  }

  /// In any order of the jobs, two bodies of one loop never run at a time.
  @Test func cancelPreviousWaitsForTheOldBody() async {
    let failure = await searchSchedules(seeds: 0..<60) { _ in
      let log = Log()
      let model = Counter().withAnchor()
      model.node.forEach(model.change(of: \.count), cancelPrevious: true) { count in
        log.add("begin \(count)")
        await Task.yield()
        if count < 3 { await Self.wait() }
        // The code of a body after its cancellation.
        for _ in 0..<3 { await Task.yield() }
        log.add("end \(count)")
      }
      while log.entries.isEmpty { await Task.yield() }
      for count in 1...3 {
        model.count = count
        await Task.yield()
      }
      while log.entries.last != "end 3" { await Task.yield() }
      for pair in stride(from: 0, to: log.entries.count, by: 2) {
        let (begin, end) = (log.entries[pair], log.entries[pair + 1])
        guard begin.hasPrefix("begin"), end == begin.replacing("begin", with: "end") else {
          throw Overlap(entries: log.entries)
        }
      }
      withExtendedLifetime(model) {}
    }
    #expect(failure == nil)
  }

  private struct Overlap: Error {
    let entries: [String]
  }
}

/// Children notify their parents by plain closures.
@Suite struct CallbackTests {
  struct Deck: Model {
    static let modelLayout = ModelLayout<Deck>("Deck") {
      $0.slot("facts", \.facts)
      $0.slot("card", \.card)
    }
    var modelNode = ModelNode<Deck>()
    var facts: [String] {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    var card: Fact? {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    init() {
      modelNode.initialize(0, to: [String]())
      modelNode.initialize(1, to: nil as Fact?)
    }
    func addCard(_ number: Int) {
      card = Fact(number: number) { number, text in
        facts.append("\(number): \(text)")
        if text == "done" { card = nil }
      }
    }
  }

  struct Fact: Model {
    static let modelLayout = ModelLayout<Fact>("Fact") { $0.slot("number", \.number) }
    var modelNode = ModelNode<Fact>()
    let onFact: @Sendable (Int, String) -> Void
    var number: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(number: Int, onFact: @escaping @Sendable (Int, String) -> Void) {
      self.onFact = onFact
      modelNode.initialize(0, to: number)
    }
    func tell(_ text: String) { onFact(number, text) }
  }

  @Test func aChildCallsItsParentThroughAConstant() {
    let (deck, anchor) = Deck().returningAnchor()
    deck.addCard(7)
    deck.card?.tell("is prime")
    #expect(deck.facts == ["7: is prime"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aChildMayBeRemovedByItsOwnCallback() {
    let (deck, anchor) = Deck().returningAnchor()
    deck.addCard(7)
    let card = deck.card
    deck.card?.tell("done")
    #expect(deck.card == nil)
    #expect(card?.node.context.isLive == false)
    #expect(deck.facts == ["7: done"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aCallbackThatCapturesItsParentKeepsNothingAlive() {
    weak var context: Context?
    do {
      let (deck, anchor) = Deck().returningAnchor()
      deck.addCard(7)
      deck.card?.tell("x")
      context = deck.node.context
      withExtendedLifetime(anchor) {}
    }
    #expect(context == nil)
  }
}
