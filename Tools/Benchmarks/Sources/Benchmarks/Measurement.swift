/// What came out for one workload.
struct Measurement {
  enum Verdict: String {
    case floor
    case holds
    case overBudget = "over budget"
    case wrong = "wrong result"
  }

  let workload: Workload
  /// The median time of one operation.
  let nanoseconds: Double
  /// The median of the rounds' ratios, in the workload's unit.
  let figure: Double
  let verdict: Verdict

  /// Measures a workload: in each round first the floor, then the workload, so that what disturbs
  /// the machine disturbs both.
  init(_ workload: Workload, rounds: Int) {
    self.workload = workload
    let prepared = workload.prepare()
    guard prepared.isRight else {
      nanoseconds = .nan
      figure = .nan
      verdict = .wrong
      return
    }
    if let counted = prepared.figure {
      nanoseconds = .nan
      figure = counted
    } else {
      (nanoseconds, figure) = Self.measure(workload, prepared, rounds: rounds)
    }
    if let budget = workload.budget {
      verdict = figure <= budget ? .holds : .overBudget
    } else {
      verdict = .floor
    }
  }

  private static func measure(
    _ workload: Workload,
    _ prepared: Prepared,
    rounds: Int
  ) -> (nanoseconds: Double, figure: Double) {
    let floor = prepared.floor ?? Floors.lock
    // Short windows, many of them: what disturbs one of a pair of long ones rarely disturbs the other
    // as much, and the median of many drops those pairs of short ones that were torn apart.
    let count = max(1, workload.count / 10)
    prepared.run(count)
    var times: [Double] = []
    var figures: [Double] = []
    for _ in 0..<(rounds * 10) {
      let floorTime = time(10_000, floor)
      let own = time(count, prepared.run)
      times.append(own)
      let base = workload.unit == .perSibling ? 1 : floorTime
      figures.append(own / base / workload.divisor)
    }
    return (median(times), median(figures))
  }

  private static func time(_ count: Int, _ body: (Int) -> Void) -> Double {
    let start = now()
    body(count)
    return (now() - start) / Double(count)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
