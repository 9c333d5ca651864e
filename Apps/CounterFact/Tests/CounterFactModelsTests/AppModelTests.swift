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
    for fact in [
      "12 can be divided by 2, 3, 4 and 6.",
      "12 lies between 9, 3 times 3, and 16, 4 times 4.",
      "The 2 digits of 12 add up to 3.", "In binary digits 12 is 1100.",
      "12 can be divided by 2, 3, 4 and 6.",
    ] {
      #expect(try await client.fetch(12) == fact)
    }
    for (number, fact) in [
      (-9, "-9 is as far below zero as 9 is above."),
      (-1, "-1 is the largest whole number below zero."), (0, "0 is its own square."),
      (1, "1 is its own square."), (4, "4 can be divided by 2."),
      (6, "6 can be divided by 2 and 3."), (13, "13 has no divisors but 1 and itself."),
      (720, "720 has 28 divisors beside 1 and itself, up to 360."),
      (.min, "\(Int.min) is as far below zero as \(Int.min.magnitude) is above."),
      (.max, "The 19 digits of \(Int.max) add up to 88."),
    ] {
      #expect(try await client.fetch(number) == fact)
    }
    _ = try await client.fetch(49)
    #expect(try await client.fetch(49) == "49 is 7 times 7.")
  }

  @Test func anotherFactAboutANumberIsAnother() async throws {
    for number in [-8, 0, 1, 2, 7, 1_000_000, 1_000_001, .max] {
      let client = FactClient.offline
      let first = try await client.fetch(number)
      #expect(try await client.fetch(number) != first)
    }
  }
}
