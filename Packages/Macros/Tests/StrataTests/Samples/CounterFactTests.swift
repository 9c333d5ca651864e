import Strata
import Testing

@Suite struct CounterFactTests {
  @Test func counts() {
    let model = CountModel()
    model.incrementTapped()
    model.incrementTapped()
    model.decrementTapped()
    #expect(model.count == 1)
  }

  @Test func sumsItsRows() {
    let app = AppModel().withAnchor()
    app.counters = [CounterRowModel(), CounterRowModel(counter: CountModel(count: 5))]
    app.counters[0].counter.incrementTapped()
    #expect(app.sum == 6)
    app.factPrompt = FactPromptModel(count: 6, fact: "six")
    #expect(app.factPrompt?.fact == "six")
  }

  @Test func aChangeOfTheCaseEndsTheOldPayloadsLife() {
    let app = StandupsApp().withAnchor()
    app.path = .detail(StandupDetail(standup: Standup(title: "Design")))
    guard case .detail(let detail)? = app.path else {
      Issue.record("the path is not a detail")
      return
    }
    #expect(detail.node.context.isLive)
    app.path = .meeting(Meeting(), standup: detail.standup)
    #expect(!detail.node.context.isLive)
    app.path = .record(RecordMeeting())
    guard case .record(let record)? = app.path else {
      Issue.record("the path is not a recording")
      return
    }
    record.seconds += 1
    #expect(record.node.context.isLive)
  }

  @Test func aConstantClosureIsCalledFromATask() async {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let model = CallbackModel(count: 2) { _, fact in continuation.yield(fact) }
      .withAnchor { $0.factClient.fetch = { "\($0) is a good number." } }
    model.factButtonTapped()
    var facts = stream.makeAsyncIterator()
    #expect(await facts.next() == "2 is a good number.")
  }
}
