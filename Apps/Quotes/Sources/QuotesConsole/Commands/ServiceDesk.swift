import LoopbackHTTP
import ProgramHTTP
import QuotesServer
import StrataSources
import Synchronization

/// Answers the requests of `quotes serve`, counts them, and logs them.
final class ServiceDesk: Sendable {
  private struct State {
    var answered: [Int: Int] = [:]
    var unanswered = 0
    var abandoned = 0
    var undelivered = 0
    var connections: @Sendable () -> Int = { 0 }
  }

  /// Requests and their results, in order.
  ///
  /// Events that are not consumed in time are dropped. It ends with ``stop()``.
  let events: AsyncStream<ServiceEvent>

  private let continuation: AsyncStream<ServiceEvent>.Continuation
  private let site: QuotesSite
  private let delay: Duration?
  private let level: ServiceEvent.Level?
  private let requests = RequestGauge()
  private let state = Mutex(State())

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - behaviour: The answers of the service.
  ///   - level: The least level of what it logs; `nil` for nothing.
  init(_ behaviour: ServerOptions, logging level: ServiceEvent.Level? = .info) {
    site = behaviour.makeSite()
    delay = behaviour.delay?.duration
    self.level = level
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
  }

  /// Says how many connections are open, for `/metrics`.
  func measure(_ connections: @escaping @Sendable () -> Int) {
    state.withLock { $0.connections = connections }
  }

  /// How many requests are under way.
  var requestCount: Int { requests.count }

  /// Logs that the service ends.
  func noteEnd() { log(.notice) { "stopping" } }

  /// Ends the events.
  func stop() { continuation.finish() }

  /// Logs what the service says of itself.
  func note(_ note: HTTPServiceNote) {
    switch note {
    case .opened: log(.debug) { "a connection was opened" }
    case .closed: log(.debug) { "a connection was closed" }
    case .full: log(.warning) { "a connection was closed at once: there are too many" }
    case .rejected(let status):
      state.withLock { $0.answered[status, default: 0] += 1 }
      log(.warning) { "a request was rejected with \(status)" }
    case .undelivered(let status):
      state.withLock { $0.undelivered += 1 }
      log(.notice) { "an answer of \(status) was not delivered: its client left, or took too long" }
    case .late: log(.warning) { "a connection was closed: its client took too long" }
    }
  }

  /// Answers a request.
  func answer(_ method: String, _ target: String) async -> HTTPReply {
    let start = ContinuousClock.now
    switch target.prefix(while: { $0 != "?" }) {
    case "/health": return reply(method, target, .text("ok\n"), since: start)
    case "/metrics": return reply(method, target, .text(metrics), since: start)
    default: break
    }
    let request = RequestSource(requests)
    let end = await request.run(after: delay) { [site] in
      // Answered alike; the service leaves the body out.
      site.answer(method == "HEAD" ? "GET" : method, target)
    }
    guard case .answered(let answer) = end else {
      state.withLock { $0.abandoned += 1 }
      log(.notice) { "\(method) \(target) abandoned" }
      return .close
    }
    return reply(method, target, answer, since: start)
  }

  private func reply(
    _ method: String,
    _ target: String,
    _ answer: Answer,
    since start: ContinuousClock.Instant
  ) -> HTTPReply {
    state.withLock { state in
      if let status = answer.status {
        state.answered[status, default: 0] += 1
      } else {
        state.unanswered += 1
      }
    }
    log(ServiceEvent.level(of: answer.status)) {
      let time = (ContinuousClock.now - start) / .microseconds(1)
      return "\(method) \(target) \(answer.status.map(String.init) ?? "closed") \(Int(time)) µs"
    }
    guard let status = answer.status else { return answer.stalls ? .silence : .close }
    if answer.missing > 0 { return .cutOff(answer.body) }
    return .answer(status: status, type: answer.contentType, body: answer.body)
  }

  private func log(_ level: ServiceEvent.Level, _ text: () -> String) {
    guard let least = self.level, level >= least else { return }
    continuation.yield(ServiceEvent(level: level, text: text()))
  }

  /// The counts of answers, as Prometheus reads them.
  private var metrics: String {
    let state = state.withLock { $0 }
    let answers = state.answered.sorted { $0.key < $1.key }.map {
      "quotes_requests_total{status=\"\($0.key)\"} \($0.value)\n"
    }
    return """
      # TYPE quotes_requests_total counter
      \(answers.joined())# TYPE quotes_unanswered_total counter
      quotes_unanswered_total \(state.unanswered)
      # TYPE quotes_abandoned_total counter
      quotes_abandoned_total \(state.abandoned)
      # TYPE quotes_undelivered_total counter
      quotes_undelivered_total \(state.undelivered)
      # TYPE quotes_requests_under_way gauge
      quotes_requests_under_way \(requests.count)
      # TYPE quotes_connections gauge
      quotes_connections \(state.connections())

      """
  }
}
