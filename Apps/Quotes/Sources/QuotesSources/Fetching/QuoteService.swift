package import Foundation
import StrataConcurrency
package import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where quotes come from, how often it is tried, and where they are kept.
package struct QuoteService: Sendable {
  /// What is fetched: one quote in JSON, or an array of them.
  package let url: URL
  /// How long to wait for a whole answer.
  package var limit: Duration = .seconds(10)
  /// How often a failed fetch is tried again by itself.
  package var retries = 2
  /// How many seconds to wait before that.
  package var retryInterval: TimeInterval = 1
  /// After how many seconds quotes are fetched again by themselves; `nil` for never.
  package var pollInterval: TimeInterval?
  /// A file that keeps the quotes.
  package var cache: URL?
  /// After how many seconds what is kept is too old; `nil` for never.
  package var expireAfter: TimeInterval?
  /// The clock and the calendar.
  package var time = SourceTime.current
  /// What loads; the network if there is none.
  package var transport: (any DataTransport)?

  package init(url: URL) {
    self.url = url
  }

  /// The kept quotes; `nil` if they are not to be kept.
  package var kept: Source<Persistable<QuoteList>>? {
    cache.map {
      FilePersistence(time: time).source(for: .quotes(at: $0, expireAfter: expireAfter))
    }
  }

  /// A screen that nobody is connected to: nothing is fetched before somebody is.
  package func screen() -> Source<Connectable<QuoteScreen>> {
    ConnectableSource { source().eraseToSource() }.eraseToSource()
  }

  /// A screen that has begun to fetch, unless what is kept is young enough.
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
    let place = url.absoluteString
    return FetchableDataSource(
      urlRequest: request,
      transport: QuoteTransport(base, limit: limit, clock: time.clock)
    )
    .eraseToSource()
    .decoded { try QuoteList(answer: $0, of: place) }
    .logged(in: log)
  }
}
