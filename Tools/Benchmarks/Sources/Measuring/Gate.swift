/// A promise about work that is counted and not timed, so that any machine can check it.
package struct Gate {
  /// The promise.
  package enum Promise {
    /// No more allocations for each operation.
    case allocations(atMost: Double)
    /// No more machine instructions for each operation.
    case instructions(atMost: Double)
    /// At the last size at most so many times the instructions and allocations of the first.
    case flat(atMost: Double)
    /// For each unit of size at most so many instructions more.
    case slope(atMost: Double)
    /// An exact count that the operation itself takes, such as evaluations.
    case exactly(Double)

    /// The instructions that it allows at a size, or 0 if it sets no limit to them.
    fileprivate func instructions(at size: Int) -> Double {
      switch self {
      case .instructions(let limit): limit
      case .slope(let limit): limit * Double(size)
      case .allocations, .flat, .exactly: 0
      }
    }
  }

  package let name: String
  package let promise: Promise
  /// The sizes at which it is counted, smallest first.
  package let sizes: [Int]
  /// Makes what the operation needs, at a size.
  package let prepare: (_ size: Int) -> Operation

  /// Something that is done again and again.
  package struct Operation {
    package let run: (Int) -> Void
    /// The number of events counted since it was made, for ``Promise/exactly(_:)``.
    package let tally: () -> Int

    package init(tally: @escaping () -> Int = { 0 }, _ run: @escaping (Int) -> Void) {
      self.tally = tally
      self.run = run
    }
  }

  package init(
    _ name: String,
    _ promise: Promise,
    sizes: [Int] = [1],
    prepare: @escaping (_ size: Int) -> Operation
  ) {
    self.name = name
    self.promise = promise
    self.sizes = sizes
    self.prepare = prepare
  }
}

/// The counts of a gate's operation, or `nil` where the system does not allow them to be counted.
package struct GateCounts {
  /// The count at each of the gate's sizes.
  private var counts: [Double?]
  private let gate: Gate

  /// Counts the work that a gate limits.
  ///
  /// - Parameter gate: The gate.
  package init(of gate: Gate) {
    self.gate = gate
    counts = gate.sizes.map { Self.count(gate.promise, of: gate.prepare($0)) }
  }

  /// The counts that the gate would have with additional work in each operation, to show that it can fail.
  ///
  /// Counts add up, so that nothing is counted again.
  ///
  /// - Parameter more: What is added to a count. It receives the size, and the instructions that the gate allows at it.
  /// - Returns: The sums.
  package func worsened(by more: (_ size: Int, _ allowed: Double) -> Double?) -> GateCounts {
    var copy = self
    for (place, size) in gate.sizes.enumerated() {
      guard let count = counts[place] else { continue }
      copy.counts[place] = more(size, gate.promise.instructions(at: size)).map { count + $0 }
    }
    return copy
  }

  /// Whether the gate holds with these counts.
  package var result: GateResult {
    let known = counts.compactMap { $0 }
    guard known.count == counts.count, let first = known.first, let last = known.last else {
      return GateResult(verdict: .notCounted, text: "this system does not let this be counted")
    }
    let (count, sizes) = (Table.text(first), gate.sizes)
    let (isKept, text) =
      switch gate.promise {
      case .allocations(let limit):
        (first <= limit, "\(count) allocations, promised at most \(Table.text(limit))")
      case .instructions(let limit):
        (first <= limit, "\(count) instructions, promised at most \(Table.text(limit))")
      case .exactly(let number): (first == number, "\(count), promised \(Table.text(number))")
      case .flat(let limit):
        (
          last <= first * limit,
          "\(count) instructions at \(sizes[0]), \(Table.text(last)) at \(sizes[sizes.count - 1]), "
            + "promised at most \(Table.text(limit)) times as many"
        )
      case .slope(let limit):
        slope(from: first, to: last, limit)
      }
    return GateResult(verdict: isKept ? .holds : .broken, text: text)
  }

  private func slope(from first: Double, to last: Double, _ limit: Double) -> (Bool, String) {
    let (small, large) = (gate.sizes[0], gate.sizes[gate.sizes.count - 1])
    let slope = (last - first) / Double(large - small)
    return (
      slope <= limit,
      "\(Table.text(slope)) instructions more for each of \(small) to \(large), "
        + "promised at most \(Table.text(limit))"
    )
  }

  private static func count(_ promise: Gate.Promise, of operation: Gate.Operation) -> Double? {
    switch promise {
    case .allocations: allocations(operation)
    case .instructions, .flat, .slope: InstructionCount.perOperation(operation.run)
    case .exactly: tally(operation)
    }
  }

  private static func tally(_ operation: Gate.Operation) -> Double {
    let before = operation.tally()
    operation.run(100)
    return Double(operation.tally() - before) / 100
  }

  /// The least of three counts, because a task that other processes hold up allocates for its wait.
  private static func allocations(_ operation: Gate.Operation) -> Double? {
    guard AllocationCount.isPossible else { return nil }
    operation.run(100)
    let counts = (0..<3).map { _ in
      let few = AllocationCount.of { operation.run(100) }
      let many = AllocationCount.of { operation.run(1_100) }
      return Double(many - few) / 1_000
    }
    return counts.min()
  }
}

/// The result of one gate.
package struct GateResult {
  package enum Verdict: Equatable {
    case holds
    case broken
    /// The system does not allow counting.
    case notCounted
  }

  package let verdict: Verdict
  /// The count, in words.
  package let text: String
}
