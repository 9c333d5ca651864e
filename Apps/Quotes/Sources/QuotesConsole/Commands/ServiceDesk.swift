import LoopbackHTTP
import ProgramHTTP
import QuotesServer
import Synchronization

/// Answers the requests of `quotes serve`, counts them, and tells of each.
final class ServiceDesk: Sendable {
  /// A request that was answered.
  struct Event: Hashable, Sendable {
    let request: String
    /// `nil` where the connection was closed without an answer.
    let status: Int?
  }

  private struct State {
    var answered: [Int: Int] = [:]
    var unanswered = 0
    var connections: @Sendable () -> Int = { 0 }
  }

  /// What was answered, in order.
  ///
  /// What nobody takes out in time is dropped. It ends with ``stop()``.
  let events: AsyncStream<Event>

  private let continuation: AsyncStream<Event>.Continuation
  private let site: QuotesSite
  private let delay: Duration?
  private let state = Mutex(State())

  /// Makes a desk.
  init(_ behaviour: ServerOptions) {
    site = behaviour.makeSite()
    delay = behaviour.delay?.duration
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
  }

  /// Says how many connections are open, for `/metrics`.
  func measure(_ connections: @escaping @Sendable () -> Int) {
    state.withLock { $0.connections = connections }
  }

  /// Ends the events.
  func stop() { continuation.finish() }

  /// Answers a request.
  func answer(_ method: String, _ target: String) async -> HTTPReply {
    switch target.prefix(while: { $0 != "?" }) {
    case "/health": return reply(method, target, .text("ok\n"))
    case "/metrics": return reply(method, target, .text(metrics))
    default:
      if let delay { try? await Task.sleep(for: delay) }
      // Answered alike; the service leaves the body out.
      return reply(method, target, site.answer(method == "HEAD" ? "GET" : method, target))
    }
  }

  private func reply(_ method: String, _ target: String, _ answer: Answer) -> HTTPReply {
    state.withLock { state in
      if let status = answer.status {
        state.answered[status, default: 0] += 1
      } else {
        state.unanswered += 1
      }
    }
    continuation.yield(Event(request: "\(method) \(target)", status: answer.status))
    guard let status = answer.status else { return answer.stalls ? .silence : .close }
    if answer.missing > 0 { return .cutOff(answer.body) }
    return .answer(status: status, type: answer.contentType, body: answer.body)
  }

  /// What was answered, as Prometheus reads it.
  private var metrics: String {
    let state = state.withLock { $0 }
    let answers = state.answered.sorted { $0.key < $1.key }.map {
      "quotes_requests_total{status=\"\($0.key)\"} \($0.value)\n"
    }
    return """
      # TYPE quotes_requests_total counter
      \(answers.joined())# TYPE quotes_unanswered_total counter
      quotes_unanswered_total \(state.unanswered)
      # TYPE quotes_connections gauge
      quotes_connections \(state.connections())

      """
  }
}
