import QuotesSources
import StrataSources
import Testing

/// The changes of a screen by themselves, without a source.
@Suite struct QuoteScreenTests {
  private let offers = QuoteOffers(next: .doNothing, refresh: .doNothing, retry: .doNothing)
  private let list: QuoteList

  init() throws {
    list = try #require(QuoteList([first, second]))
  }

  private func fetched(_ list: QuoteList) -> Fetchable<QuoteList> { .fetched(.init(value: list)) }

  private func failure(_ attempts: Int) -> Fetchable<QuoteList> {
    .failure(.init(error: down, failedAttempts: attempts))
  }

  private func screen(after steps: [Fetchable<QuoteList>]) -> QuoteScreen {
    var screen = QuoteScreen.waiting(.init())
    for step in steps { screen.follow(step, isKept: false, isStale: false, offers) }
    return screen
  }

  @Test func offersWhatIsLegalInEachState() throws {
    #expect(screen(after: []).word == "waiting []")
    #expect(screen(after: [fetched(list)]).word == "showing One. [next refresh]")
    let single = try #require(QuoteList([first]))
    #expect(screen(after: [fetched(single)]).word == "showing One. [refresh]")
    #expect(screen(after: [failure(3)]).word == "failed after 3 [retry]")
    #expect(
      screen(after: [fetched(list), failure(1)]).word == "failed One. after 1 [next retry]"
    )
  }

  @Test func turnsThroughAllQuotesAndBeginsAnew() {
    var screen = screen(after: [fetched(list)])
    screen.turn()
    #expect(screen.page?.quote == second)
    screen.turn()
    #expect(screen.page?.quote == first)
    screen.follow(failure(1), isKept: false, isStale: false, offers)
    screen.turn()
    #expect(screen.word == "failed Two. after 1 [next retry]")
  }

  @Test func newerQuotesLeaveTheOneThatIsShown() throws {
    var screen = screen(after: [fetched(list)])
    screen.turn()
    let newer = try #require(QuoteList([Quote("New.", author: "A"), first, second]))
    screen.follow(fetched(newer), isKept: false, isStale: false, offers)
    #expect(screen.page?.position == 2)
    #expect(screen.page?.quote == second)
  }

  @Test func whatIsThereStaysWhileItIsFetchedAgain() {
    var screen = screen(after: [fetched(list)])
    screen.beginToFetch(offers)
    #expect(screen.word == "showing One. refreshing [next]")
    #expect(!screen.isSettled)
    screen.note(.init(down, attempts: 1), offers)
    #expect(screen.word == "showing One. refreshing after 1 [next]")
    screen.follow(failure(2), isKept: false, isStale: false, offers)
    screen.note(.init(down, attempts: 1), offers)
    #expect(screen.word == "failed One. after 2 [next retry]")
    screen.beginToFetch(offers)
    #expect(screen.word == "waiting One. []")
  }

  @Test func aKeptQuoteThatIsTooOldIsShownWhileANewOneIsOnItsWay() {
    var screen = screen(after: [])
    screen.follow(fetched(list), isKept: true, isStale: true, offers)
    #expect(screen.word == "showing One. kept refreshing [next]")
    screen.follow(fetched(list), isKept: false, isStale: false, offers)
    #expect(screen.word == "showing One. [next refresh]")
  }
}
