import ProgramHTTP
package import StrataSources

/// The visible part of the quotes, with the actions that are possible now.
package enum QuoteScreen: Equatable, Sendable {
  /// There is nothing to show yet.
  case waiting(Waiting)
  /// There is a quote.
  case showing(Showing)
  /// Quotes could not be fetched.
  case failed(Failed)

  /// Quotes are on their way.
  package struct Waiting: Equatable, Sendable {
    /// The text to show instead of the quote.
    package var placeholder = Quote("…", author: "…")
    /// The failure so far; it is tried again.
    package var trouble: Trouble?
    /// The page from before.
    package var page: Page?

    package init() {}
  }

  /// A quote.
  package struct Showing: Equatable, Sendable {
    package var page: Page
    /// Whether newer quotes are on their way.
    package var isRefreshing: Bool
    /// The failure of the newer quotes so far.
    package var trouble: Trouble?
    /// Turns to the next quote; there only if there are several.
    package var next: Action<Void>?
    /// Fetches again; not while that is being done.
    package var refresh: Action<Void>?
  }

  /// That quotes could not be fetched.
  package struct Failed: Equatable, Sendable {
    package var trouble: Trouble
    /// The page from before.
    package var page: Page?
    /// Turns to the next quote of the page from before.
    package var next: Action<Void>?
    /// Tries again.
    package var retry: Action<Void>
  }

  /// Why attempts have failed.
  package struct Trouble: Equatable, Sendable {
    /// The last failure.
    package let failure: QuoteFailure
    /// How many attempts have failed.
    package let attempts: Int

    package init(_ failure: QuoteFailure, attempts: Int) {
      self.failure = failure
      self.attempts = attempts
    }
  }

  /// A quote among others.
  package struct Page: Equatable, Sendable {
    package let list: QuoteList
    /// The index of the quote, from 0.
    package private(set) var position = 0
    /// Whether the quotes come from the file that stores them.
    package let isKept: Bool

    package init(_ list: QuoteList, isKept: Bool, at former: Quote? = nil) {
      self.list = list
      self.isKept = isKept
      position = former.flatMap { list.quotes.firstIndex(of: $0) } ?? 0
    }

    package var quote: Quote { list.quotes[position] }
    package var hasOthers: Bool { list.quotes.count > 1 }

    mutating func turn() { position = (position + 1) % list.quotes.count }
  }
}

extension QuoteScreen {
  /// The current quote, in any state.
  package var page: Page? {
    switch self {
    case .waiting(let waiting): waiting.page
    case .showing(let showing): showing.page
    case .failed(let failed): failed.page
    }
  }

  /// The failure.
  package var trouble: Trouble? {
    switch self {
    case .waiting(let waiting): waiting.trouble
    case .showing(let showing): showing.trouble
    case .failed(let failed): failed.trouble
    }
  }

  /// Whether nothing is on its way.
  package var isSettled: Bool {
    switch self {
    case .waiting: false
    case .showing(let showing): !showing.isRefreshing
    case .failed: true
    }
  }
}
