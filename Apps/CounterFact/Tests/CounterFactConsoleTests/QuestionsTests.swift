import CounterFactModels
import Strata
import StrataConcurrency
import Testing

@testable import CounterFactConsole

@Suite struct QuestionsTests {
  @Test func aQuestionIsReadAgainWhenItsStateChangesUntilItIsForgotten() {
    let never = FactClient { _ in
      try await Task.sleep(for: .seconds(3_600))
      return ""
    }
    let request = FactRequestModel().withAnchor { $0.factClient = never }
    let questions = Questions()
    let reads = Locked<[Bool]>([], rank: .leaf)
    questions.follow(request) {
      let isRunning = request.isRunning
      reads.withLock { $0.append(isRunning) }
      return .running
    }
    request.ask(about: 1) { _ in }
    #expect(reads.withLock { $0 } == [false, true])
    questions.forget(request)
    #expect(!questions.isAnyRunning)
    request.cancel()
    #expect(reads.withLock { $0 } == [false, true])
  }
}
