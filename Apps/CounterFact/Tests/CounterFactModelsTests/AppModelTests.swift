import CounterFactModels
import Strata
import Testing

/// Lets a test say when each question is answered, and with what.
private final class Answers: Sendable {
  private typealias Question = CheckedContinuation<String, any Error>
  private let waiting = Locked<[(number: Int, question: Question)]>([], rank: .leaf)

  var numbers: [Int] { waiting.withLock { $0.map(\.number) } }

  var client: FactClient {
    FactClient { number in
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { question in
          self.waiting.withLock { $0.append((number, question)) }
          if Task.isCancelled { self.answer(number, .failure(CancellationError())) }
        }
      } onCancel: {
        self.answer(number, .failure(CancellationError()))
      }
    }
  }

  func answer(_ number: Int, _ result: Result<String, any Error>) {
    let question = waiting.withLock { waiting in
      waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).question }
    }
    question?.resume(with: result)
  }
}

/// An app whose questions are answered by the test.
private func app(_ answers: Answers) -> AppModel {
  AppModel().withAnchor { $0.factClient = answers.client }
}

@Suite struct AppModelTests {
  @Test func countersAreAddedCountedSummedAndRemoved() {
    let app = AppModel().withAnchor { $0.factClient = .offline }
    let first = app.addButtonTapped()
    let second = app.addButtonTapped(count: 10)
    first.count(by: 3)
    second.count(by: -1)
    #expect(app.sum == 12)
    app.counters[0].removeButtonTapped()
    #expect(app.counters.map(\.counter.count) == [9])
    #expect(app.sum == 9)
  }

  @Test func numbersThatAreTooLargeAreRefused() {
    let app = AppModel().withAnchor { $0.factClient = .offline }
    let counter = app.addButtonTapped(count: .max)
    #expect(!counter.count(by: 1))
    #expect(counter.count == .max)
    app.addButtonTapped(count: 1)
    #expect(app.sum == nil)
  }

  @Test(arguments: 1...10)
  func theFactIsAboutTheNumberThatWasThereWhenItWasAskedFor(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      let counter = app.addButtonTapped(count: 5)
      counter.factButtonTapped()
      #expect(app.isAsking)
      counter.count(by: 1)
      await simulation.quiet()
      #expect(answers.numbers == [5])
      #expect(app.factPrompt == nil)
      answers.answer(5, .success("five"))
      await simulation.quiet()
      #expect(app.factPrompt?.fact == "five")
      #expect(app.factPrompt?.number == 5)
      #expect(!app.isAsking)
    }
  }

  @Test(arguments: 1...10)
  func aQuestionIsNotAskedAgainWhileItsAnswerIsAwaited(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      let counter = app.addButtonTapped(count: 5)
      counter.factButtonTapped()
      counter.factButtonTapped()
      await simulation.quiet()
      #expect(answers.numbers == [5])
      answers.answer(5, .success("five"))
      await simulation.quiet()
      #expect(!app.isAsking)
    }
  }

  @Test(arguments: 1...10)
  func aFailureIsKeptUntilItIsReadOrTheNextQuestion(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      let counter = app.addButtonTapped(count: 5)
      let failure = FactFailure(.refused, "No facts today.")
      for _ in 0..<2 {
        counter.factButtonTapped()
        #expect(counter.request.failure == nil)
        await simulation.quiet()
        answers.answer(5, .failure(failure))
        await simulation.quiet()
        #expect(counter.request.failure == failure)
        #expect(!app.isAsking)
      }
      counter.request.dismissFailure()
      #expect(counter.request.failure == nil)
      #expect(app.factPrompt == nil)
    }
  }

  @Test(arguments: 1...10)
  func removingACounterCancelsItsQuestion(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      app.addButtonTapped(count: 5).factButtonTapped()
      await simulation.quiet()
      app.counters[0].removeButtonTapped()
      await simulation.quiet()
      #expect(answers.numbers.isEmpty)
      #expect(app.factPrompt == nil)
      #expect(!app.isAsking)
    }
  }

  @Test(arguments: 1...20)
  func aCancelledQuestionEndsNothingOfTheNext(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      let counter = app.addButtonTapped(count: 5)
      counter.factButtonTapped()
      if seed.isMultiple(of: 2) { await simulation.quiet() }
      counter.request.cancel()
      #expect(!app.isAsking)
      counter.count(by: 1)
      counter.factButtonTapped()
      await simulation.quiet()
      #expect(app.isAsking)
      #expect(counter.request.failure == nil)
      #expect(answers.numbers == [6])
      answers.answer(6, .success("six"))
      await simulation.quiet()
      #expect(app.factPrompt?.fact == "six")
    }
  }

  @Test(arguments: 1...10)
  func anotherFactTakesThePlaceOfTheFirst(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      let app = app(answers)
      app.addButtonTapped(count: 5).factButtonTapped()
      await simulation.quiet()
      answers.answer(5, .success("five"))
      await simulation.quiet()
      let prompt = try #require(app.factPrompt)
      prompt.anotherFactButtonTapped()
      await simulation.quiet()
      #expect(prompt.fact == "five")
      answers.answer(5, .success("still five"))
      await simulation.quiet()
      #expect(app.factPrompt?.fact == "still five")
      app.dismissFactButtonTapped()
      #expect(app.factPrompt == nil)
    }
  }

  @Test(arguments: 1...10)
  func nothingIsLeftRunningWhenNobodyHoldsTheApp(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let answers = Answers()
      do {
        let (app, anchor) = AppModel().returningAnchor { $0.factClient = answers.client }
        app.addButtonTapped(count: 5).factButtonTapped()
        await simulation.quiet()
        #expect(answers.numbers == [5])
        withExtendedLifetime(anchor) {}
      }
      await simulation.quiet()
      #expect(answers.numbers.isEmpty)
    }
  }

  @Test func offlineFactsAreTrue() async throws {
    let client = FactClient.offline
    #expect(try await client.fetch(12) == "12 can be divided by 2, 3, 4, 6.")
    #expect(try await client.fetch(-9) == "-9 can be divided by 3.")
    #expect(try await client.fetch(13) == "13 has no divisors but 1 and itself.")
    #expect(try await client.fetch(1) == "1 is its own square.")
    #expect(try await client.fetch(.min) == "\(Int.min) has many digits.")
  }
}
