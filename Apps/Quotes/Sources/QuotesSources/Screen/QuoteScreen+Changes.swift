import ProgramHTTP
package import StrataSources

/// The actions of a source of quotes; each screen takes those that are legal in it.
package struct QuoteOffers: Sendable {
  package let next: Action<Void>
  package let refresh: Action<Void>
  package let retry: Action<Void>

  package init(next: Action<Void>, refresh: Action<Void>, retry: Action<Void>) {
    self.next = next
    self.refresh = refresh
    self.retry = retry
  }
}

extension QuoteScreen {
  /// Takes over a state of the fetch; the old quotes stay until there are newer ones.
  ///
  /// - Parameters:
  ///   - fetch: The state.
  ///   - isKept: Whether a fetched value comes from the file that stores it.
  ///   - isStale: Whether it is too old, so that a newer one is on its way.
  ///   - offers: The possible actions.
  package mutating func follow(
    _ fetch: Fetchable<QuoteList>,
    isKept: Bool,
    isStale: Bool,
    _ offers: QuoteOffers
  ) {
    switch fetch {
    case .fetching:
      if case .failed = self { wait() }
    case .fetched(let fetched):
      let page = Page(fetched.value, isKept: isKept, at: self.page?.quote)
      show(page, isRefreshing: isStale, nil, offers)
    case .failure(let failure):
      let page = page
      let trouble = Trouble(
        QuoteFailure(failure.error, at: "The service"),
        attempts: failure.failedAttempts
      )
      self = .failed(
        Failed(
          trouble: trouble,
          page: page,
          next: page?.hasOthers == true ? offers.next : nil,
          retry: offers.retry
        )
      )
    }
  }

  /// Records an attempt that failed and is followed by another.
  package mutating func note(_ trouble: Trouble, _ offers: QuoteOffers) {
    switch self {
    case .waiting(var waiting):
      waiting.trouble = trouble
      self = .waiting(waiting)
    case .showing(let showing): show(showing.page, isRefreshing: true, trouble, offers)
    case .failed: break
    }
  }

  /// Turns to the next quote; does nothing if there is none.
  package mutating func turn() {
    switch self {
    case .waiting: break
    case .showing(var showing):
      showing.page.turn()
      self = .showing(showing)
    case .failed(var failed):
      failed.page?.turn()
      self = .failed(failed)
    }
  }

  /// Quotes are being fetched again; the old ones stay.
  package mutating func beginToFetch(_ offers: QuoteOffers) {
    switch self {
    case .waiting: break
    case .showing(let showing): show(showing.page, isRefreshing: true, nil, offers)
    case .failed: wait()
    }
  }

  private mutating func wait() {
    var waiting = Waiting()
    waiting.page = page
    self = .waiting(waiting)
  }

  private mutating func show(
    _ page: Page,
    isRefreshing: Bool,
    _ trouble: Trouble?,
    _ offers: QuoteOffers
  ) {
    self = .showing(
      Showing(
        page: page,
        isRefreshing: isRefreshing,
        trouble: trouble,
        next: page.hasOthers ? offers.next : nil,
        refresh: isRefreshing ? nil : offers.refresh
      )
    )
  }
}
