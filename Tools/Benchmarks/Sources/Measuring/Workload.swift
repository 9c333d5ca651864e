/// One measured operation.
package struct Workload {
  /// The unit of a time.
  package enum Unit: String, Codable, Sendable {
    /// An uncontended lock and unlock of the system's mutex.
    case lock = "F"
    /// The same operation on an `@Observable` class.
    case observable = "O"
    /// The same operation on a plain value behind a lock.
    case plain = "plain"
    /// The same propagation in C on one thread.
    case graph = "G"
    /// The same with two lock pairs a node.
    case lockedGraph = "G, locks"
    /// The same work on one thread.
    case oneThread = "one thread"
    /// Nanoseconds for each sibling.
    case perSibling = "ns/sibling"
    /// Bytes.
    case bytes = "bytes"
    /// Seconds of wall time.
    case seconds = "s"
    /// Milliseconds of processor time.
    case milliseconds = "ms"

    /// Whether the figure is a time divided by the time of a floor.
    package var isRatio: Bool {
      switch self {
      case .lock, .observable, .plain, .graph, .lockedGraph, .oneThread: true
      case .perSibling, .bytes, .seconds, .milliseconds: false
      }
    }
  }

  package let name: String
  package let unit: Unit
  /// The largest allowed figure, or `nil` for a row that is only printed.
  package let budget: Double?
  /// How many operations one round does.
  package let count: Int
  /// The divisor of a round's time per operation, beside the unit.
  package let divisor: Double
  /// Whether an operation takes so long that a round has only one, on a state that is made once.
  package let isHeavy: Bool
  /// The same work by other means, timed beside it.
  package var peers: [Alternative] = []
  /// Makes the state, checks the result of the operation, and returns the operation.
  ///
  /// Called just before the measurement, so that one workload's state does not weigh on another.
  package let prepare: () -> Prepared

  package init(
    _ name: String,
    _ unit: Unit = .lock,
    budget: Double? = nil,
    count: Int = 300_000,
    divisor: Double = 1,
    isHeavy: Bool = false,
    prepare: @escaping () -> Prepared
  ) {
    self.name = name
    self.unit = unit
    self.budget = budget
    self.count = count
    self.divisor = divisor
    self.isHeavy = isHeavy
    self.prepare = prepare
  }

  /// This workload with the same work by other means beside it.
  package func beside(_ peers: Alternative...) -> Workload { beside(peers) }

  /// This workload with the same work by other means beside it.
  package func beside(_ peers: [Alternative]) -> Workload {
    var workload = self
    workload.peers = peers
    return workload
  }
}

/// The same work by other means.
package struct Alternative {
  /// The name of the means: an `@Observable` class, a plain value behind a lock, or a graph in C.
  package let unit: Workload.Unit
  /// Makes the state, and returns a closure that repeats the work a given number of times.
  package let prepare: () -> (Int) -> Void

  package init(_ unit: Workload.Unit, prepare: @escaping () -> (Int) -> Void) {
    self.unit = unit
    self.prepare = prepare
  }
}

/// A workload that is ready to be timed.
package struct Prepared {
  /// Whether the operation had the right result when it was tried.
  package let isRight: Bool
  /// The floor to compare with instead of the lock, one operation per count.
  package var floor: ((Int) -> Void)?
  /// Figures that were measured already, one per round; a single one for a count.
  package var figures: [Double]?
  /// Repeats the operation a given number of times.
  package let run: (Int) -> Void

  // Three, because with one a trailing closure would become the floor.
  package init(isRight: Bool, run: @escaping (Int) -> Void) {
    self.isRight = isRight
    self.run = run
  }

  package init(isRight: Bool, floor: @escaping (Int) -> Void, run: @escaping (Int) -> Void) {
    self.isRight = isRight
    self.floor = floor
    self.run = run
  }

  package init(isRight: Bool, figure: Double) {
    self.init(isRight: isRight, figures: [figure])
  }

  package init(isRight: Bool, figures: [Double]) {
    self.isRight = isRight
    self.figures = figures
    run = { _ in }
  }
}

/// Workloads under one heading.
package struct Section {
  package let title: String
  package let workloads: [Workload]

  package init(_ title: String, _ workloads: [Workload]) {
    self.title = title
    self.workloads = workloads
  }
}
