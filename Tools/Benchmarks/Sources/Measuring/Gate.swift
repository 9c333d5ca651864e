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

  /// Counts the work that a gate limits.
  ///
  /// - Parameters:
  ///   - gate: The gate.
  ///   - worsened: Additional work for each operation, to show that the gate can fail. It receives the size, and the
  ///     instructions that the gate allows at that size.
  package init(_ gate: Gate, worsened: ((_ size: Int, _ allowed: Double) -> Void)? = nil) {
    func operation(_ size: Int) -> Gate.Operation {
      let own = gate.prepare(size)
      guard let worsened else { return own }
      return Gate.Operation(tally: own.tally) { count in
        for _ in 0..<count {
          own.run(1)
          worsened(size, gate.promise.instructions(at: size))
        }
      }
    }
    func instructions(_ size: Int) -> Double? {
      InstructionCount.perOperation(operation(size).run)
    }
    switch gate.promise {
    case .allocations(let limit):
      self.init(Self.allocations(operation(gate.sizes[0])), limit, "allocations")
    case .instructions(let limit):
      self.init(instructions(gate.sizes[0]), limit, "instructions")
    case .flat(let limit):
      self.init(flat: gate.sizes.map(instructions), limit, gate)
    case .slope(let limit):
      self.init(slope: gate.sizes.map(instructions), limit, gate)
    case .exactly(let number):
      // The work of each operation is worsened by doing it twice.
      self.init(Self.tally(gate.prepare(gate.sizes[0]), times: worsened == nil ? 1 : 2), number)
    }
  }

  private init(_ counted: Double, _ promised: Double) {
    verdict = counted == promised ? .holds : .broken
    text = "\(Table.text(counted)), promised \(Table.text(promised))"
  }

  private init(_ counted: Double?, _ limit: Double, _ what: String) {
    guard let counted else {
      (verdict, text) = (.notCounted, "this system does not let \(what) be counted")
      return
    }
    verdict = counted <= limit ? .holds : .broken
    text = "\(Table.text(counted)) \(what), promised at most \(Table.text(limit))"
  }

  private init(flat counted: [Double?], _ limit: Double, _ gate: Gate) {
    guard let first = counted.first ?? nil, let last = counted.last ?? nil else {
      (verdict, text) = (.notCounted, "this system does not let instructions be counted")
      return
    }
    verdict = last <= first * limit ? .holds : .broken
    text =
      "\(Table.text(first)) instructions at \(gate.sizes[0]), \(Table.text(last)) at "
      + "\(gate.sizes[gate.sizes.count - 1]), promised at most \(Table.text(limit)) times as many"
  }

  private init(slope counted: [Double?], _ limit: Double, _ gate: Gate) {
    guard let first = counted.first ?? nil, let last = counted.last ?? nil else {
      (verdict, text) = (.notCounted, "this system does not let instructions be counted")
      return
    }
    let distance = gate.sizes[gate.sizes.count - 1] - gate.sizes[0]
    let slope = (last - first) / Double(distance)
    verdict = slope <= limit ? .holds : .broken
    text =
      "\(Table.text(slope)) instructions more for each of \(gate.sizes[0]) to "
      + "\(gate.sizes[gate.sizes.count - 1]), promised at most \(Table.text(limit))"
  }

  private static func tally(_ operation: Gate.Operation, times: Int) -> Double {
    let before = operation.tally()
    for _ in 0..<times { operation.run(100) }
    return Double(operation.tally() - before) / 100
  }

  private static func allocations(_ operation: Gate.Operation) -> Double? {
    guard AllocationCount.isPossible else { return nil }
    operation.run(100)
    let few = AllocationCount.of { operation.run(100) }
    let many = AllocationCount.of { operation.run(1_100) }
    return Double(many - few) / 1_000
  }
}
