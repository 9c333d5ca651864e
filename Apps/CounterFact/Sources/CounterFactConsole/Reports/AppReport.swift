import CounterFactModels
import ProgramConsole

/// What a line has changed, as `--json` prints it; keys are added, never renamed.
///
/// It holds the counters that the line concerns. With all of them, the output of a script would grow with the square
/// of its lines.
struct AppReport: Encodable {
  struct Counter: Encodable {
    let number: Int
    let count: Int
    let isAsking: Bool
  }

  struct Fact: Encodable {
    let number: Int
    let text: String
    let isAsking: Bool
  }

  let counterCount: Int
  let counters: [Counter]
  let removed: Int?
  let sum: Int?
  let fact: Fact?

  /// Reports a state.
  ///
  /// - Parameters:
  ///   - now: The state, with the counters that the line concerns.
  ///   - sum: The sum of all counters; `nil` if it is too large.
  ///   - removed: The number of a counter that was taken out; those behind it have moved up.
  init(_ now: AppGlance, sum: Int?, removed: Int?) {
    counterCount = now.counterCount
    counters = now.counters.map {
      Counter(number: $0.position + 1, count: $0.count, isAsking: $0.isAsking)
    }
    self.removed = removed
    self.sum = sum
    fact = now.fact.map { Fact(number: $0.number, text: $0.text, isAsking: $0.isAsking) }
  }
}

/// A fact as `counterfact fact --json` prints it.
struct FactReport: Encodable {
  let number: Int
  let text: String
}
