import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

@Suite struct ExhaustivityTests {
  @Test func whatAnActivationWritesToAnotherModelHasToBeAsserted() async {
    let findings = await Findings.of {
      let starter = Starter().withAnchor()
      withExtendedLifetime(starter) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("starter.counter.count: 0 → 1") == true)
  }

  @Test func whatATaskWithTheNameOfItsModelWritesHasToBeAsserted() async {
    let findings = await Findings.of {
      let (counter, _) = Counter().andTester()
      counter.node.task("Counter") { counter.increment() }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func whatAPassedAssertionReadIsAsserted() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      await tester.assert(counter.count == 1)
      counter.increment()
      await tester.assert(counter.count == 2)
    }
    #expect(findings.messages == [])
  }

  @Test func aChangeAfterTheLastAssertionIsFoundAtTheEnd() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.increment()
      await tester.assert(counter.count == 1)
      counter.increment()
    }
    #expect(findings.kinds == [.state])
  }

  @Test func aChangeBackToWhatItWasIsNone() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.count = 1
      counter.count = 0
      await tester.assert(counter.fact == nil)
    }
    #expect(findings.messages == [])
  }

  @Test func whatAnActivationWritesIsPartOfTheFirstState() async {
    let findings = await Findings.of {
      let (shelf, tester) = Shelf().andTester()
      await tester.assert(shelf.count == 1)
      shelf.next = Shelf()
      await tester.assert(shelf.next != nil)
    }
    #expect(findings.messages == [])
  }

  @Test func eachCategoryCanBeLeftOut() async {
    let test: @Sendable (Exhaustivity) async -> [TestFailure.Kind] = { exhaustivity in
      await Findings.of {
        let onFact = TestProbe("onFact")
        let (counter, tester) = Counter(onFact: onFact.call).andTester()
        tester.exhaustivity = exhaustivity
        counter.increment()
        counter.announce()
        onFact.call(1, "one")
        counter.load()
      }.kinds
    }
    #expect(await test(.full) == [.state, .events, .probes, .tasks])
    #expect(await test(.full.removing(.state)) == [.events, .probes, .tasks])
    #expect(await test([.state, .events]) == [.state, .events])
    #expect(await test(.off.adding(.tasks)) == [.tasks])
    #expect(await test(.off) == [])
  }

  @Test func aSubtreeCanHaveDemandsOfItsOwn() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter()]).andTester()
      tester.setExhaustivity(.off, below: board.counters[0])
      board.counters[0].increment()
      board.counters[0].announce()
      board.counters[0].load()
      await tester.assert(board.announced == [1])
      board.counters[1].increment()
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.allSatisfy { $0.contains("board.counters[1].count: 0 → 1") })
  }

  @Test func severalSubtreesHaveDemandsOfTheirOwnAndTheLastOnesCount() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter(), Counter(), Counter()]).andTester()
      for counter in board.counters { tester.setExhaustivity(.off, below: counter) }
      tester.setExhaustivity(.full, below: board.counters[2])
      for counter in board.counters { counter.increment() }
    }
    #expect(findings.kinds == [.state])
    let message = findings.messages.first
    #expect(message?.contains("board.counters[2].count: 0 → 1") == true)
    #expect(message?.contains("board.counters[0]") == false)
    #expect(message?.contains("board.counters[1]") == false)
  }

  @Test func whatHasLeftASubtreeKeepsItsDemands() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter()]).andTester()
      tester.setExhaustivity(.off, below: board)
      let counter = board.counters[0]
      counter.announce()
      board.counters = []
    }
    #expect(findings.messages == [])
  }

  @Test func skippedAssertionsAreToldWithoutFailing() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      tester.exhaustivity = .off
      tester.showSkippedAssertions = true
      counter.increment()
      counter.announce()
    }
    #expect(findings.kinds == [.state, .events])
    #expect(findings.all.allSatisfy { $0.isSkipped })
  }

  @Test func tasksOfActivationsAreCancelledFirst() async {
    let findings = await Findings.of {
      let (board, tester) = Board().andTester()
      await tester.assert(board.modelNode.context.runningTasks.count == 1)
    }
    #expect(findings.messages == [])
  }

  @Test func eachEventCanBeAssertedOnce() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter(count: 1).andTester()
      counter.announce()
      counter.announce()
      await tester.assert {
        counter.didSend(.reached(1))
        counter.didSend(.reached(1))
      }
      counter.announce()
      await tester.assert {
        counter.didSend(.reached(1))
        counter.didSend(.reached(1))
      }
      await tester.assert(counter.didSend(.reached(1)))
    }
    #expect(findings.kinds == [.assertion])
  }

  @Test func eachCallCanBeAssertedOnce() async {
    let findings = await Findings.of {
      let probe = TestProbe()
      let (_, tester) = Counter().andTester()
      probe(1)
      probe()
      #expect(probe.count == 2)
      await tester.assert {
        probe.wasCalled(with: 1)
        probe.wasCalled()
      }
      #expect(probe.isEmpty)
      await tester.assert(probe.wasCalled(with: 1))
    }
    #expect(findings.kinds == [.assertion])
  }

  @Test func allPredicatesHaveToHoldAtTheSameTime() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let (counter, tester) = Counter().andTester()
      counter.node.task {
        counter.count = 1
        try await counter.node.continuousClock.sleep(for: .milliseconds(100))
        counter.fact = "later"
        counter.count = 2
      } catch: { _ in
      }
      await tester.assert {
        counter.count == 1
        counter.fact == "later"
      }
    }
    // One line is true at first, the other later.
    #expect(findings.all.count == 1)
  }

  @Test func settlingForgetsWhatWasNotAsserted() async {
    let findings = await Findings.of {
      let probe = TestProbe()
      let (counter, tester) = Counter().andTester()
      counter.increment()
      counter.announce()
      probe(1)
      await tester.settle()
      await tester.assert(counter.fact == nil)
    }
    #expect(findings.messages == [])
  }

  @Test func aTransactionIsAssertedAsOne() async {
    let findings = await Findings.of {
      let (counter, tester) = Counter().andTester()
      counter.node.transaction {
        counter.count = 1
        counter.fact = "one"
      }
      await tester.assert {
        counter.count == 1
        counter.fact == "one"
      }
    }
    #expect(findings.messages == [])
  }

  @Test func whatIsPrivateNeedsNoAssertion() async {
    let findings = await Findings.of {
      let (safe, tester) = Safe().andTester()
      safe.change()
      await tester.assert(safe.count == 1)
    }
    #expect(findings.messages == [])
  }

  @Test func changesOfWhatWasRemovedNeedNoAssertion() async {
    let findings = await Findings.of {
      let (board, tester) = Board(counters: [Counter()]).andTester()
      board.counters[0].increment()
      board.counters.removeAll()
      await tester.assert(board.counters.isEmpty)
    }
    #expect(findings.messages == [])
  }
}

/// A model with a property that only its own code can name.
private struct Safe: Model {
  static let modelLayout = ModelLayout<Safe>("Safe") {
    $0.slot("secret", \.secret, isPrivate: true)
    $0.slot("count", \.count)
  }
  var modelNode = ModelNode<Safe>()

  private var secret: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var count: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init() {
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: 0)
  }

  func change() {
    secret += 1
    count += 1
  }
}

/// A model that writes while it is activated.
private struct Shelf: Model {
  static let modelLayout = ModelLayout<Shelf>("Shelf") {
    $0.slot("count", \.count)
    $0.slot("next", \.next)
  }
  var modelNode = ModelNode<Shelf>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var next: Shelf? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init() {
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: nil as Shelf?)
  }

  func onActivate() { count = 1 }
}

/// A model whose activation writes to its child.
private struct Starter: Model {
  static let modelLayout = ModelLayout<Starter>("Starter") { $0.slot("counter", \.counter) }
  var modelNode = ModelNode<Starter>()

  var counter: Counter {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: Counter()) }

  func onActivate() { counter.increment() }
}
