package import Foundation
import StrataConcurrency
package import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The source of quotes, the number of attempts, and the file that stores them.
package struct QuoteService: Sendable {
  /// The address of the data: one quote in JSON, or an array of them.
  package let url: URL
  /// How long to wait for a whole answer.
  package var limit: Duration = .seconds(10)
  /// How often a failed fetch is tried again by itself.
  package var retries = 2
  /// How many seconds to wait before that.
  package var retryInterval: TimeInterval = 1
  /// After how many seconds quotes are fetched again by themselves; `nil` for never.
  package var pollInterval: TimeInterval?
  /// A file that stores the quotes.
  package var cache: URL?
  /// The number of seconds after which stored quotes are too old; `nil` for never.
  package var expireAfter: TimeInterval?
  /// The clock and the calendar.
  package var time = SourceTime.current
  /// The transport; the network if there is none.
  package var transport: (any DataTransport)?

  package init(url: URL) {
    self.url = url
  }

  /// The stored quotes; `nil` if they are not to be stored.
  package var kept: Source<Persistable<QuoteList>>? {
    cache.map {
      FilePersistence(time: time).source(for: .quotes(at: $0, expireAfter: expireAfter))
    }
  }

  /// A screen that is not connected yet: nothing is fetched before it is.
  package func screen() -> Source<Connectable<QuoteScreen>> {
    ConnectableSource { source().eraseToSource() }.eraseToSource()
  }

  /// A screen that has begun to fetch, unless the stored quotes are young enough.
  package func source() -> QuoteSource {
    let (log, kept) = (AttemptLog(), kept)
    var fetch = attempts(log).retrying(
      .everyIntervalWithMaximum(retryInterval, retries),
      forwardErrorAfter: .failedAttempts(retries + 1),
      time: time
    )
    if let kept { fetch = fetch.persisted(using: kept) }
    if let pollInterval { fetch = fetch.refreshing(every: pollInterval, time: time) }
    return QuoteSource(fetch, log: log, retries: retries, kept: kept)
  }

  /// The bare fetch: each attempt.
  private func attempts(_ log: AttemptLog) -> Source<Fetchable<QuoteList>> {
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let base = transport ?? NetworkTransport()
    let place = url.place
    return FetchableDataSource(
      urlRequest: request,
      transport: QuoteTransport(base, limit: limit, clock: time.clock)
    )
    .eraseToSource()
    .decoded { try QuoteList(answer: $0, of: place) }
    .logged(in: log)
  }
}
