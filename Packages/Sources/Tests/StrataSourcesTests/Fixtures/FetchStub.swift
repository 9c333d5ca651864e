import Foundation
import StrataConcurrency
import StrataSources

struct StubError: Error, Equatable, LocalizedError {
  var text: String
  init(_ text: String) { self.text = text }
  var errorDescription: String? { text }
}

// SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
/// A fetch whose results a test gives.
final class FetchStub<Value: Sendable>: SourceOf<Fetchable<Value>>, @unchecked Sendable {
  @Action(FetchStub.retry) private var retryAction
  @Action(FetchStub.refresh) private var refreshAction
  @Threadsafe var requests = 0
  @Threadsafe private var failures = 0
  /// Given at once to the next requests, in order.
  @Threadsafe var answers: [Result<Value, StubError>] = []

  lazy var initialModel: Fetchable<Value> = {
    request()
    return .fetching(.init())
  }()

  init(_ answers: [Result<Value, StubError>] = []) {
    super.init()
    self.answers = answers
  }

  private func request() {
    requests += 1
    if !answers.isEmpty { answer(answers.removeFirst()) }
  }

  private func retry() {
    model = .fetching(.init())
    request()
  }

  private func refresh() { request() }

  func answer(_ result: Result<Value, StubError>) {
    switch result {
    case .success(let value):
      failures = 0
      model = .fetched(.init(value: value, refresh: refreshAction))
    case .failure(let error):
      failures += 1
      model = .failure(.init(error: error, failedAttempts: failures, retry: retryAction))
    }
  }
}

extension Fetchable {
  /// The state in a word, for tests.
  var word: String {
    switch self {
    case .fetching: "fetching"
    case .fetched(let fetched): "fetched \(fetched.value)"
    case .failure(let failure):
      "failure \(failure.error.localizedDescription) \(failure.failedAttempts)"
    }
  }
}

extension Persistable {
  /// The state in a word, for tests.
  var word: String {
    switch self {
    case .found(let found): "found \(found.value)\(found.isExpired ? " expired" : "")"
    case .notFound(let state):
      "not found\(state.error.map { " (\($0.localizedDescription))" } ?? "")"
    }
  }
}
