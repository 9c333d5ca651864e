import Foundation
package import LoopbackHTTP
import Synchronization

/// The answers of a server of quotes, and its faults.
///
/// `/quotes.json` has all quotes, `/random.json` one of them, never the same twice in a row.
package final class QuotesSite: Sendable {
  /// A way to fail.
  package enum Fault: Hashable, Sendable {
    /// With a status of HTTP.
    case status(Int)
    /// With an answer that ends too early.
    case cut
    /// With a connection that is closed without an answer.
    case close
    /// With no answer at all.
    case silence
    /// With something that is no quote.
    case nonsense
  }

  private struct State {
    var failures: Int
    var last: Int?
  }

  private let state: Mutex<State>
  private let fault: Fault
  private let wait: @Sendable () -> Void

  /// Makes a site.
  ///
  /// - Parameters:
  ///   - failures: How many requests are to fail before the first that does not.
  ///   - fault: How they fail.
  ///   - wait: Called before each answer.
  package init(
    failing failures: Int = 0,
    with fault: Fault = .status(503),
    wait: @escaping @Sendable () -> Void = {}
  ) {
    state = Mutex(State(failures: failures, last: nil))
    self.fault = fault
    self.wait = wait
  }

  /// Answers a request.
  package func answer(_ method: String, _ path: String) -> Answer {
    wait()
    let fails = state.withLock { state in
      defer { state.failures = max(0, state.failures - 1) }
      return state.failures > 0
    }
    if fails { return failure }
    guard method == "GET" else {
      return .json("{\"error\":\"Only GET is answered.\"}", status: 405)
    }
    switch path.prefix(while: { $0 != "?" }) {
    case "/", "/quotes.json": return .json(Self.all)
    case "/random.json": return .json(Self.text(random()))
    default: return .json("{\"error\":\"There is no such page.\"}", status: 404)
    }
  }

  private var failure: Answer {
    switch fault {
    case .status(let status): .json("{\"error\":\"This failure was asked for.\"}", status: status)
    case .cut: .cutOff("[{\"quote\":\"If I have")
    case .close: .close
    case .silence: .silence
    case .nonsense: .json("<html>Not today.</html>")
    }
  }

  private func random() -> QuoteCollection.Entry {
    state.withLock { state in
      let index = QuoteCollection.all.indices.filter { $0 != state.last }.randomElement() ?? 0
      state.last = index
      return QuoteCollection.all[index]
    }
  }

  /// All quotes, which never change.
  private static let all = text(QuoteCollection.all)

  private static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("texts can always be written as JSON")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
