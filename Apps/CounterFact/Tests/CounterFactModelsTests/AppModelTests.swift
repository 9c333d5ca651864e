import CounterFactModels
import ProgramHTTP
import Strata
import StrataConcurrency
import StrataModelsTesting
import StrataTesting
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

/// The actions of a person on counters, in ten orders of the tasks each; nothing else may change or go on
/// running.
@Suite(.simulated(seeds: 10)) struct AppModelTests {
  private let answers = Answers()

  /// An app whose questions are answered by the test.
  private func app() -> (model: AppModel, tester: ModelTester<AppModel>) {
    let client = answers.client
    return AppModel().andTester { $0.factClient = client }
  }

  @Test func countersAreAddedCountedSummedAndRemoved() async {
    let (app, tester) = app()
    let first = app.addButtonTapped()
    let second = app.addButtonTapped(count: 10)
    await tester.assert {
      app.counters.map(\.counter.count) == [0, 10]
      app.sum == 10
    }
    first.count(by: 3)
    second.count(by: -1)
    await tester.assert {
      first.count == 3
      second.count == 9
      app.sum == 12
    }
    app.counters[0].removeButtonTapped()
    await tester.assert {
      app.counters.map(\.counter.count) == [9]
      app.sum == 9
    }
  }

  @Test func numbersThatAreTooLargeAreRefused() async {
    let (app, tester) = app()
    let counter = app.addButtonTapped(count: .max)
    #expect(!counter.count(by: 1))
    await tester.assert {
      app.counters.count == 1
      app.sum == .max
    }
    app.addButtonTapped(count: 1)
    await tester.assert {
      app.counters.count == 2
      app.sum == nil
    }
  }

  @Test func theFactIsAboutTheNumberThatWasThereWhenItWasAskedFor() async {
    let (app, tester) = app()
    let counter = app.addButtonTapped(count: 5)
    counter.factButtonTapped()
    counter.count(by: 1)
    await tester.assert {
      app.counters.count == 1
      counter.count == 6
      counter.request.number == 5
      app.isAsking == true
      answers.numbers == [5]
    }
    answers.answer(5, .success("five"))
    await tester.assert {
      app.factPrompt?.fact == "five"
      app.factPrompt?.number == 5
      app.isAsking == false
    }
  }

  @Test func aQuestionIsNotAskedAgainWhileItsAnswerIsAwaited() async {
    let (app, tester) = app()
    let counter = app.addButtonTapped(count: 5)
    counter.factButtonTapped()
    counter.factButtonTapped()
    await tester.assert {
      app.counters.count == 1
      app.isAsking == true
      answers.numbers == [5]
    }
    answers.answer(5, .success("five"))
    await tester.assert {
      app.factPrompt?.fact == "five"
      app.isAsking == false
    }
  }

  @Test func aFailureIsKeptUntilItIsReadOrTheNextQuestion() async {
    let (app, tester) = app()
    let counter = app.addButtonTapped(count: 5)
    await tester.assert(app.counters.count == 1)
    let failure = FactFailure(.refused, "No facts today.")
    for _ in 0..<2 {
      counter.factButtonTapped()
      await tester.assert {
        counter.request.failure == nil
        app.isAsking == true
        answers.numbers == [5]
      }
      answers.answer(5, .failure(failure))
      await tester.assert {
        counter.request.failure == failure
        app.isAsking == false
      }
    }
    counter.request.dismissFailure()
    await tester.assert {
      counter.request.failure == nil
      app.factPrompt == nil
    }
  }

  @Test func removingACounterCancelsItsQuestion() async {
    let (app, tester) = app()
    app.addButtonTapped(count: 5).factButtonTapped()
    await tester.assert {
      app.isAsking == true
      answers.numbers == [5]
    }
    app.counters[0].removeButtonTapped()
    await tester.assert {
      app.counters.isEmpty
      app.factPrompt == nil
      app.isAsking == false
      answers.numbers == []
    }
  }

  @Test func cancellingStopsAllQuestions() async {
    let (app, tester) = app()
    for count in 5...6 { app.addButtonTapped(count: count).factButtonTapped() }
    await tester.assert {
      app.counters.map(\.counter.request.number) == [5, 6]
      answers.numbers.sorted() == [5, 6]
    }
    app.cancelButtonTapped()
    await tester.assert {
      app.isAsking == false
      answers.numbers == []
    }
    #expect(app.anotherFactButtonTapped() == nil)
  }

  @Test(arguments: [false, true])
  func aCancelledQuestionEndsNothingOfTheNext(isAsked: Bool) async {
    let (app, tester) = app()
    let counter = app.addButtonTapped(count: 5)
    counter.factButtonTapped()
    if isAsked { await tester.settle() }
    counter.request.cancel()
    counter.count(by: 1)
    counter.factButtonTapped()
    await tester.assert {
      app.counters.count == 1
      counter.count == 6
      counter.request.number == 6
      counter.request.failure == nil
      answers.numbers == [6]
    }
    answers.answer(6, .success("six"))
    await tester.assert {
      app.factPrompt?.fact == "six"
      app.isAsking == false
    }
  }

  @Test func anotherFactTakesThePlaceOfTheFirst() async throws {
    let (app, tester) = app()
    app.addButtonTapped(count: 5).factButtonTapped()
    await tester.assert(app.isAsking == true)
    answers.answer(5, .success("five"))
    await tester.assert {
      app.factPrompt?.fact == "five"
      app.isAsking == false
    }
    let prompt = try #require(app.factPrompt)
    prompt.anotherFactButtonTapped()
    await tester.assert {
      prompt.request.number == 5
      prompt.fact == "five"
    }
    answers.answer(5, .success("still five"))
    await tester.assert {
      prompt.fact == "still five"
      app.isAsking == false
    }
    app.dismissFactButtonTapped()
    await tester.assert(app.factPrompt == nil)
  }

  @Test func nothingIsLeftRunningWhenNobodyHoldsTheApp() async {
    do {
      let client = answers.client
      let (app, anchor) = AppModel().returningAnchor { $0.factClient = client }
      app.addButtonTapped(count: 5).factButtonTapped()
      await expect {
        app.isAsking == true
        answers.numbers == [5]
      }
      withExtendedLifetime(anchor) {}
    }
    await settle()
    #expect(answers.numbers.isEmpty)
  }
}
