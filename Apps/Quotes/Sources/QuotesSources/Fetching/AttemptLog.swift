import ProgramHTTP
package import StrataSources

/// The results of the attempts to fetch.
package struct Attempts: Equatable, Sendable {
  /// How many have failed since the last that did not.
  package var failed = 0
  /// Why the last one failed, if it did.
  package var failure: QuoteFailure?
  /// Whether one has ever succeeded.
  package var hasFetched = false

  package init() {}
}

// SAFETY: adds no state.
/// Follows the attempts to fetch, which a retrying source hides until it gives up.
package final class AttemptLog: SourceOf<Attempts>, @unchecked Sendable {
  package let initialModel = Attempts()

  /// Takes note of a state of the fetch.
  package func take<Value>(_ fetch: Fetchable<Value>) {
    switch fetch {
    case .fetching: break
    case .fetched: model.succeed()
    case .failure(let failure): model.fail(QuoteFailure(failure.error, at: "The service"))
    }
  }

  /// Begins to count anew.
  package func reset() { model.reset() }
}

extension Attempts {
  mutating func succeed() {
    self = Attempts()
    hasFetched = true
  }

  mutating func fail(_ failure: QuoteFailure) {
    failed += 1
    self.failure = failure
  }

  mutating func reset() {
    failed = 0
    failure = nil
  }
}

extension Source {
  /// Makes a source that lets a log record each state before any observer sees it.
  func logged<Value>(in log: AttemptLog) -> Source<Model> where Model == Fetchable<Value> {
    map { fetch in
      log.take(fetch)
      return fetch
    }
  }
}
