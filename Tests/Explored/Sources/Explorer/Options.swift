import CScheduler
import Synchronization

/// Arguments of a command, in order and by name.
struct Options {
  private let arguments: [String]
  private var position = 0

  init(_ arguments: [String]) {
    self.arguments = arguments
  }

  mutating func next() -> String? {
    guard position < arguments.count else { return nil }
    defer { position += 1 }
    return arguments[position]
  }

  func has(_ name: String) -> Bool { arguments.contains(name) }

  func value(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return arguments[index + 1]
  }

  func number(_ name: String, otherwise: Int) -> Int {
    value(name).flatMap { Int($0) } ?? otherwise
  }

  /// The deviations among the arguments: `STEP:THREAD`.
  func deviations() -> [SchedulerDeviation] {
    arguments.compactMap { argument in
      let parts = argument.split(separator: ":")
      guard parts.count == 2, let step = UInt32(parts[0]), let thread = UInt32(parts[1]) else {
        return nil
      }
      return SchedulerDeviation(step: step, thread: thread)
    }
  }
}

private final class Word: Sendable {
  let value = Atomic<Int>(0)
}

/// Whether this build reports what its atomic words are asked.
func reportsWords() -> Bool {
  let before = schedulerReportedAccesses()
  Word().value.store(1, ordering: .releasing)
  return schedulerReportedAccesses() > before
}
