import MainActorProgram
import Strata
import Testing

@Suite struct TallyTests {
  private let tally = Tally().withAnchor()

  @Test func isUsedOnTheMainActor() {
    tally.increment()
    tally.steps[0].widen()
    tally.limit = -1
    #expect(tally.count == 1)
    #expect(tally.steps == [Step(size: 3)])
    #expect(tally.limit == 0)
  }

  @Test func isUsedOffTheMainActor() async {
    await Task.detached { [tally] in
      for _ in 0..<100 { tally.increment() }
    }.value
    #expect(tally.count == 100)
  }

  @Test func holdsAContainer() {
    tally.page = .open(Step(size: 1), title: "one")
    #expect(tally.page.is(\.open))
    #expect(tally.page[case: \.open]?.0.node.context.isLive == true)
  }

  @Test func dependenciesObserversAndIdentitiesWorkInAMainActorsModule() async {
    let tally = Tally().withAnchor { $0.factClient.fetch = { "\($0) is one" } }
    tally.increment()
    #expect(await tally.fact() == "1 is one")
    #expect(await tally.factClient.fetch(2) == "2 is one")
    tally.highest += 20
    tally.highest -= 5
    #expect(tally.highest == 20)
    #expect(tally.limit == 20)
    let stop = Stop(step: Step(size: 1))
    tally.stops.append(stop)
    #expect(tally.stops[0].id == stop.id)
  }
}
