import StrataConcurrency
import StrataCore

/// A closure that runs when it is made, and again whenever what it has read has changed; until it is
/// disposed of or released.
package final class Effect: Sendable {
  private final class Core: Sendable {
    private struct State: Sendable {
      var isRunning = false
      var isAsked = false
      var isDisposed = false
      var tracker: Tracker?
      var runs = 0
    }

    private let state = Locked(State(), rank: .leaf)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    var runs: Int { state.withLock { $0.runs } }

    func begin() {
      let tracker = Tracker { [weak self] in self?.run() }
      state.withLock { $0.tracker = tracker }
      run()
    }

    /// Runs now, or once more when the run that is under way has ended.
    func run() {
      let isFirst = state.withLock { state in
        guard !state.isDisposed else { return false }
        state.isAsked = true
        defer { state.isRunning = true }
        return !state.isRunning
      }
      guard isFirst else { return }
      while let tracker = next() { tracker.track(body) }
    }

    private func next() -> Tracker? {
      state.withLock { state in
        guard state.isAsked, !state.isDisposed else {
          state.isRunning = false
          return nil
        }
        state.isAsked = false
        state.runs += 1
        return state.tracker
      }
    }

    func dispose() {
      let tracker = state.withLock { state in
        state.isDisposed = true
        defer { state.tracker = nil }
        return state.tracker
      }
      tracker?.cancel()
    }
  }

  private let core: Core

  package init(_ body: @escaping @Sendable () -> Void) {
    core = Core(body)
    core.begin()
  }

  deinit { core.dispose() }

  /// How often it ran.
  package var runs: Int { core.runs }

  /// Ends it: it does not run any more.
  package func dispose() { core.dispose() }
}

/// The values of a derived number: the first one, and each that differed.
package final class Values: Sendable {
  private let log: Locked<[Int]>
  private let observation: Locked<Subscription?>

  package init(_ computed: Computed) {
    let log = Locked<[Int]>([], rank: .leaf)
    self.log = log
    observation = Locked(nil, rank: .leaf)
    let started = computed.derived.observe(at: .thisLine()) { value in
      log.withLock { $0.append(value) }
    }
    observation.withLock { $0 = started }
    let first = withoutTracking { computed.value }
    log.withLock { $0.insert(first, at: 0) }
  }

  /// The values.
  package var all: [Int] { log.withLock { $0 } }

  /// Ends the noting.
  package func stop() {
    let running = observation.withLock { observation in
      defer { observation = nil }
      return observation
    }
    running?.cancel()
  }
}
