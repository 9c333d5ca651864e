import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Model struct Counter {
  enum Event: Sendable, Equatable { case reached(Int) }

  var count = 0
  var fact: String?
  var isLoading = false
  var onFact: @Sendable (Int, String) -> Void = { _, _ in }

  func increment() {
    count += 1
    if count.isMultiple(of: 10) { node.send(.reached(count)) }
  }

  func load() {
    isLoading = true
    node.task("load") {
      try await node.continuousClock.sleep(for: .seconds(1))
      fact = "\(count) is good"
      onFact(count, "\(count) is good")
      isLoading = false
    } catch: { _ in
    }
  }
}

@Model struct Counters {
  var counters: [Counter] = []
  var sum: Int { counters.reduce(0) { $0 + $1.count } }
  func add() { counters.append(Counter()) }
}

/// Tests of models, as a user of the library writes them.
struct TestingTests {
  @Test(.modelTesting) func aFirstTest() async throws {
    let (model, tester) = Counters().andTester()
    model.add()
    await tester.assert(model.counters.count == 1)
    let counter = try await tester.unwrap(model.counters.first)
    counter.increment()
    await tester.assert {
      counter.count == 1
      model.sum == 1
    }
  }

  @Test(.modelTesting) func withoutATester() async {
    let model = Counters().withAnchor()
    model.add()
    await expect(model.counters.count == 1)
  }

  @Test(.modelTesting) func timePassesByItself() async {
    let model = Counter(count: 2).withAnchor()
    model.load()
    await expect(model.isLoading)
    await expect {
      model.fact == "2 is good"
      model.isLoading == false
    }
  }

  @Test(.modelTesting) func callbacksAreAsserted() async {
    let probe = TestProbe("onFact")
    let model = Counter(count: 3, onFact: probe.call).withAnchor()
    model.load()
    await expect {
      probe.wasCalled(with: 3, "3 is good")
      model.fact == "3 is good"
      model.isLoading == false
    }
  }

  @Test(.modelTesting) func eventsAreAsserted() async {
    let model = Counter(count: 9).withAnchor()
    model.increment()
    await expect {
      model.count == 10
      model.didSend(.reached(10))
    }
  }

  @Test(.modelTesting) func whatIsNotAssertedFails() async throws {
    try await withKnownIssue {
      try await withModelTesting {
        let model = Counter().withAnchor()
        model.count = 4
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("State not exhausted: 1 property changed") }
    }
  }

  @Test(.simulated(exhaustivity: .off)) func relaxedNothingIsAskedFor() async {
    let model = Counter().withAnchor()
    model.count = 4
    model.load()
    await settle()
  }

  @Test(.modelTesting) func settlingForgetsWhatWas() async {
    let model = Counter().withAnchor()
    model.increment()
    await settle(resetting: .full)
    model.increment()
    await expect(model.count == 2)
  }

  @Test(.modelTesting) func relaxingForAPart() async {
    let model = Counter().withAnchor()
    await withExhaustivity(.off) { for _ in 0..<10 { model.increment() } }
    await expect { model.didSend(.reached(10)) }
  }

  @Test(.modelTesting) func aLocalValueThatIsAtItsDefaultAgainIsNoChange() async {
    let model = Counter().withAnchor()
    model.node.local.isOpen = true
    model.node.local.isOpen = false
  }

  @Test(.modelTesting) func requiringAValue() async throws {
    let model = Counter(count: 1).withAnchor()
    model.load()
    let fact = try await require(model.fact)
    #expect(fact == "1 is good")
    await expect(model.isLoading == false)
  }

  @Test(.modelTesting(exhaustivity: .full.adding(.transitions))) func eachWriteInItsTurn() async {
    let model = Counter(count: 1).withAnchor()
    model.load()
    await expect(model.isLoading)
    await expect(model.fact == "1 is good")
    await expect(model.isLoading == false)
  }

  @Test(.simulated(seeds: 20)) func theOrderMakesNoDifference() async {
    let model = Counter(count: 2).withAnchor()
    model.load()
    await expect {
      model.fact == "2 is good"
      model.isLoading == false
    }
  }

  @Test func withinAClosure() async throws {
    try await withModelTesting {
      let model = Counter().withAnchor()
      model.increment()
      await expect(model.count == 1)
    }
  }
}
