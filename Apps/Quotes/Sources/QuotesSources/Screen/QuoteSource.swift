package import StrataSources

// SAFETY: adds constants.
/// Shows quotes that are fetched and perhaps stored, and the possible actions.
package final class QuoteSource: SourceOf<QuoteScreen>, @unchecked Sendable {
  @Action(QuoteSource.turn) private var nextAction
  @Action(QuoteSource.refresh) private var refreshAction
  @Action(QuoteSource.retry) private var retryAction
  package let initialModel = QuoteScreen.waiting(.init())

  private let fetch: Source<Fetchable<QuoteList>>
  private let log: AttemptLog
  private let retries: Int
  private let kept: Source<Persistable<QuoteList>>?

  /// Makes a source that begins to follow a fetch.
  ///
  /// - Parameters:
  ///   - fetch: The fetch; it tries again automatically.
  ///   - log: The results of its attempts.
  ///   - retries: How often it tries again.
  ///   - kept: The stored quotes.
  package init(
    _ fetch: Source<Fetchable<QuoteList>>,
    log: AttemptLog,
    retries: Int,
    kept: Source<Persistable<QuoteList>>?
  ) {
    self.fetch = fetch
    self.log = log
    self.retries = retries
    self.kept = kept
    super.init()
    log.eraseToSource().subscribe(self, method: QuoteSource.note)
    fetch.subscribe(self, method: QuoteSource.follow)
  }

  private func follow(_ fetch: Fetchable<QuoteList>) {
    let isKept = kept != nil && !log.model.hasFetched
    // Quotes that have just been fetched are as young as possible, even if they expire at once.
    let isStale = isKept && kept?.model.found?.isExpired ?? false
    let offers = offers
    model.follow(fetch, isKept: isKept, isStale: isStale, offers)
  }

  private func note(_ attempts: Attempts) {
    guard let failure = attempts.failure, attempts.failed <= retries else { return }
    let offers = offers
    model.note(.init(failure, attempts: attempts.failed), offers)
  }

  private func turn() { model.turn() }

  private func refresh() {
    beginToFetch()
    fetch.model.fetched?.refresh?()
  }

  private func retry() {
    beginToFetch()
    fetch.model.failure?.retry?()
  }

  private func beginToFetch() {
    log.reset()
    let offers = offers
    model.beginToFetch(offers)
  }

  // Read before a change in place, and not inside it.
  private var offers: QuoteOffers {
    QuoteOffers(next: nextAction, refresh: refreshAction, retry: retryAction)
  }
}
