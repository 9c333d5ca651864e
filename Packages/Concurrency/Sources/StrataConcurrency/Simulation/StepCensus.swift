/// The tasks that took the last steps before a simulation was given up.
struct StepCensus: Sendable {
  /// How many of the last steps are counted.
  static let span = 1_000

  private var counts: [SimulatedTask: Int] = [:]
  private var others = 0

  mutating func count(_ task: SimulatedTask?) {
    if let task { counts[task, default: 0] += 1 } else { others += 1 }
  }

  /// Counts one of the "others" as a step of a task that is known now.
  mutating func recognise(_ task: SimulatedTask) {
    guard others > 0 else { return }
    others -= 1
    counts[task, default: 0] += 1
  }

  mutating func reset() {
    self = StepCensus()
  }

  /// A line for each of the busiest, such as `poll @ App/Poll.swift:31: 500 jobs`.
  var lines: [String] {
    let sorted = counts.map { (text: $0.key.description, count: $0.value) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    let busiest = sorted.prefix(8)
    let rest = others + sorted.dropFirst(8).reduce(0) { $0 + $1.count }
    return busiest.map { "\($0.text): \(Self.jobs($0.count))" }
      + (rest == 0 ? [] : ["others: \(Self.jobs(rest))"])
  }

  private static func jobs(_ count: Int) -> String { "\(count) \(count == 1 ? "job" : "jobs")" }
}
