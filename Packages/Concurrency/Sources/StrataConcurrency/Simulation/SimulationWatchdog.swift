import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends a simulated job that does not return, which would block a test run permanently.
///
/// Nothing waits on it, and it does not touch a run that goes well. From time to time it looks at the running
/// simulations and counts how often in a row it sees the same job. A machine that was asleep, a process that was
/// stopped or a thread that got no turn also delays the watchdog. So such delays do not count as time that a job has
/// taken.
///
/// The lock has rank ``LockRank/leaf``.
final class SimulationWatchdog: Sendable {
  static let shared = SimulationWatchdog()

  /// How long a job may take.
  static let limit: Duration = .seconds(30) * TimeoutScale.value

  /// How often it looks while a job may take that long.
  static let looks = 10

  private struct State {
    var watched: [ObjectIdentifier: (executor: SimulatedExecutor, count: Int)] = [:]
    var isTicking = false
  }

  private let state = Locked(State(), rank: .leaf)
  // The queue is its own, because the common threads may be the ones that are blocked.
  private let queue = DispatchQueue(label: "strata.watchdog")

  /// Begins to look at a simulation; to be called each time its jobs are about to run.
  func watch(_ executor: SimulatedExecutor) {
    guard Self.limit > .zero else { return }
    let starts = state.withLock { state in
      let count = state.watched[ObjectIdentifier(executor)]?.count ?? 0
      state.watched[ObjectIdentifier(executor)] = (executor, count + 1)
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if starts { waitAndTick() }
  }

  /// Ends the looking; call it as often as it was begun.
  func unwatch(_ executor: SimulatedExecutor) {
    guard Self.limit > .zero else { return }
    let released = state.withLock { state in
      let watch = state.watched.removeValue(forKey: ObjectIdentifier(executor))
      if let watch, watch.count > 1 {
        state.watched[ObjectIdentifier(executor)] = (executor, watch.count - 1)
      }
      return watch
    }
    withExtendedLifetime(released) {}
  }

  /// Ends the process after some time, unless an operation has returned by then.
  ///
  /// A job that does not return cannot be stopped, and a test cannot return before the job that it waits for.
  func endProcess(because text: String, unless isDone: @escaping @Sendable () -> Bool) {
    after(looks: Self.looks) {
      if !isDone() { Self.endProcess(because: text) }
    }
  }

  /// Ends the process with a status of its own, after a last word on standard error.
  static func endProcess(because text: String) -> Never {
    ReportSink.writeToStandardError("\(text)\n")
    // This does not call `exit`, because handlers and flushing may wait for the very thread that does not return.
    _exit(exitStatus)
  }

  /// The status of a process that was ended, that of an internal error of software in `sysexits.h`.
  static let exitStatus: Int32 = 70

  private func waitAndTick() {
    after(looks: 1) { [self] in tick() }
  }

  private func tick() {
    let watched = state.withLock { state in
      state.isTicking = !state.watched.isEmpty
      return state.watched.values.map(\.executor)
    }
    guard !watched.isEmpty else { return }
    for executor in watched { executor.giveUpIfHung(after: Self.looks) }
    waitAndTick()
  }

  private func after(looks: Int, _ body: @escaping @Sendable () -> Void) {
    let pause = Self.limit / Self.looks * looks
    let nanoseconds = Int(clamping: Int64(pause / .nanoseconds(1)))
    queue.asyncAfter(deadline: .now() + .nanoseconds(max(nanoseconds, 1)), execute: body)
  }
}

/// How much longer than usual to wait for operations in real time.
enum TimeoutScale {
  /// From `STRATA_TIMEOUT_SCALE`, or `SWIFT_MODEL_TIMEOUT_SCALE` as tests of models may know it; 1 if neither is a
  /// number, and 0 to wait without limit.
  static let value: Double = {
    for name in ["STRATA_TIMEOUT_SCALE", "SWIFT_MODEL_TIMEOUT_SCALE"] {
      guard let text = unsafe getenv(name), let scale = Double(unsafe String(cString: text)),
        scale >= 0, scale.isFinite
      else { continue }
      return scale
    }
    return 1
  }()

  /// How long to wait for operations outside of a simulation; `nil` for no limit.
  static var outsideLimit: Duration? { value > 0 ? .seconds(60) * value : nil }
}
