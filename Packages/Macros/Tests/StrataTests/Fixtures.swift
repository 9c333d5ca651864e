import Strata
import Testing

/// Writes down what happens, in order.
final class Log: Sendable {
  private let state = Locked<[String]>([], rank: .leaf)
  var entries: [String] { state.withLock { $0 } }
  func add(_ entry: String) { state.withLock { $0.append(entry) } }
}

/// How often something that a closure reads changes, until this goes.
final class Changes: Sendable {
  private let log: Log
  private let tracker: Tracker
  var count: Int { log.entries.count }

  init(of read: () -> Void) {
    let log = Log()
    self.log = log
    tracker = Tracker("test", at: .thisLine()) { log.add("changed") }
    tracker.track(read)
  }

  deinit { tracker.cancel() }
}
