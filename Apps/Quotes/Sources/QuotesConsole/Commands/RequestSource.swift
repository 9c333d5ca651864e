import LoopbackHTTP
import QuotesServer
import StrataSources
import Synchronization

/// The stage of a request of `quotes serve`.
enum RequestState: Equatable, Sendable {
  /// It was read.
  case received
  /// It waits, as the service was asked to.
  case waiting(Duration)
  /// The answer is known.
  case answered(Answer)
  /// The client left before that.
  case abandoned
}

// SAFETY: adds constants.
/// One request on its way to its answer.
///
/// Each request has a tree of its own: no request sees another, and all of its work goes when the request ends.
final class RequestSource: SourceOf<RequestState>, @unchecked Sendable {
  let initialModel = RequestState.received

  private let gauge: RequestGauge

  /// Makes the source of a request.
  init(_ gauge: RequestGauge) {
    self.gauge = gauge
    super.init()
    gauge.change(by: 1)
  }

  deinit { gauge.change(by: -1) }

  /// Answers the request.
  ///
  /// - Parameters:
  ///   - delay: How long it waits before.
  ///   - answer: Gives the answer.
  /// - Returns: The stage of the request at the end: answered, or abandoned by its client.
  func run(after delay: Duration?, _ answer: @Sendable () -> Answer) async -> RequestState {
    if let delay {
      model = .waiting(delay)
      guard (try? await Task.sleep(for: delay)) != nil else {
        model = .abandoned
        return model
      }
    }
    model = .answered(answer())
    return model
  }
}

/// How many requests have a tree.
final class RequestGauge: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func change(by amount: Int) { value.add(amount, ordering: .relaxed) }
}
