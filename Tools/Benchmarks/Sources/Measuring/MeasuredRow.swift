/// The result of one workload.
package struct MeasuredRow: Codable, Sendable {
  package enum Verdict: String, Codable, Sendable {
    case shown
    case holds
    /// The median is within the limit, and the spread is not.
    case unclear
    case overBudget = "over budget"
    case wrong = "wrong result"
  }

  package let name: String
  package let section: String
  package let unit: Workload.Unit
  package let budget: Double?
  /// The median time of one operation, unless the figure was not a time.
  package let nanoseconds: Double?
  /// The figures of the rounds, in the workload's unit; empty for a wrong result.
  package let figures: [Double]
  /// The median of each process that has measured.
  package let medians: [Double]
  /// How many allocations one operation makes, where the system lets them be counted.
  package let allocations: Double?
  /// The cost relative to the same work by other means, by the name of the unit.
  package let besides: [String: Double]?
  package let verdict: Verdict

  /// The median of the figures.
  package var figure: Double? { figures.isEmpty ? nil : Distribution(figures).median }

  /// Makes a row of figures that were taken elsewhere.
  package init(
    name: String,
    section: String,
    unit: Workload.Unit,
    budget: Double? = nil,
    figures: [Double]
  ) {
    self.name = name
    self.section = section
    self.unit = unit
    self.budget = budget
    self.figures = figures
    medians = Self.median(of: figures)
    (nanoseconds, allocations, besides) = (nil, nil, nil)
    verdict = Self.verdict(of: figures, within: budget)
  }

  /// Combines the results of several processes for one workload.
  ///
  /// - Precondition: At least one row, all of the same workload.
  package init(of parts: [MeasuredRow]) {
    let first = parts[0]
    (name, section, unit, budget) = (first.name, first.section, first.unit, first.budget)
    let isRight = parts.allSatisfy { $0.verdict != .wrong }
    figures = isRight ? parts.flatMap(\.figures) : []
    medians = isRight ? parts.flatMap(\.medians) : []
    nanoseconds = Self.median(of: parts.compactMap(\.nanoseconds)).first
    allocations = Self.median(of: parts.compactMap(\.allocations)).first
    besides = first.besides.map { units in
      units.keys.reduce(into: [:]) { all, unit in
        all[unit] = Self.median(of: parts.compactMap { $0.besides?[unit] }).first
      }
    }
    verdict = Self.verdict(of: figures, within: budget)
  }

  private static func median(of figures: [Double]) -> [Double] {
    figures.isEmpty ? [] : [Distribution(figures).median]
  }

  private static func verdict(of figures: [Double], within budget: Double?) -> Verdict {
    guard !figures.isEmpty else { return .wrong }
    guard let budget else { return .shown }
    let distribution = Distribution(figures)
    guard distribution.median <= budget else { return .overBudget }
    return distribution.spread.upperBound <= budget ? .holds : .unclear
  }

  /// Measures a workload.
  ///
  /// Each round measures first the floor, then the workload, so that a disturbance of the machine affects both.
  package init(_ workload: Workload, section: String, rounds: Int) {
    name = workload.name
    self.section = section
    unit = workload.unit
    budget = workload.budget
    let prepared = workload.prepare()
    guard prepared.isRight else {
      (nanoseconds, figures, medians, allocations, besides) = (nil, [], [], nil, nil)
      verdict = .wrong
      return
    }
    if let taken = prepared.figures {
      (nanoseconds, figures, allocations, besides) = (nil, taken, nil, nil)
    } else {
      allocations = Self.allocations(workload, prepared)
      var times = Times(workload)
      times.measure(prepared, rounds: rounds)
      (nanoseconds, figures) = (Distribution(times.own).median, times.figures)
      besides = times.besides.isEmpty ? nil : times.besides.mapValues { Distribution($0).median }
    }
    medians = Self.median(of: figures)
    verdict = Self.verdict(of: figures, within: budget)
  }

  /// The figures of the rounds so far.
  private struct Times {
    private let workload: Workload
    private let peers: [(name: String, run: (Int) -> Void)]
    private(set) var own: [Double] = []
    private(set) var figures: [Double] = []
    private(set) var besides: [String: [Double]] = [:]

    init(_ workload: Workload) {
      self.workload = workload
      peers = workload.peers.map { ($0.unit.rawValue, $0.prepare()) }
    }

    mutating func measure(_ prepared: Prepared, rounds: Int) {
      let floor = prepared.floor ?? LockPair.run
      // Many short windows. A disturbance in one of two long windows rarely affects the other as much. The median of
      // many short pairs drops the disturbed ones.
      let count = workload.isHeavy ? 1 : max(1, workload.count / 10)
      prepared.run(count)
      for _ in 0..<(workload.isHeavy ? rounds : rounds * 10) {
        let floorTime = time(10_000, floor)
        let taken = time(count, prepared.run)
        own.append(taken)
        figures.append(taken / (workload.unit.isRatio ? floorTime : 1) / workload.divisor)
        for peer in peers { besides[peer.name, default: []].append(taken / time(count, peer.run)) }
      }
    }
  }

  private static func time(_ count: Int, _ body: (Int) -> Void) -> Double {
    let start = now()
    body(count)
    return (now() - start) / Double(count)
  }

  /// Counts the allocations of one operation by the difference of two runs, because a run has a fixed cost that is not
  /// the operation's.
  private static func allocations(_ workload: Workload, _ prepared: Prepared) -> Double? {
    guard AllocationCount.isPossible else { return nil }
    if workload.isHeavy { return Double(AllocationCount.of { prepared.run(1) }) / workload.divisor }
    let few = max(1, workload.count / 1_000)
    let many = few + max(1, workload.count / 100)
    let difference =
      AllocationCount.of { prepared.run(many) } - AllocationCount.of { prepared.run(few) }
    return Double(difference) / Double(many - few) / workload.divisor
  }
}
