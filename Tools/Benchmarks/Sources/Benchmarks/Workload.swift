/// One thing to measure.
struct Workload {
  /// What a time is compared with.
  enum Unit: String {
    /// An uncontended lock and unlock of the system's mutex.
    case lock = "F"
    /// The same operation on an `@Observable` class.
    case observable = "O"
    /// Nanoseconds for each sibling.
    case perSibling = "ns/sibling"
    /// Bytes.
    case bytes = "bytes"
  }

  let name: String
  let unit: Unit
  /// The largest figure that holds, or `nil` for a floor, which is only printed.
  let budget: Double?
  /// How many operations one round does.
  let count: Int
  /// By what a round's time per operation is divided, beside the unit.
  let divisor: Double
  /// Makes the state, checks that the operation does what it should, and gives the operation.
  ///
  /// Called just before the measurement, so that one workload's state does not weigh on another.
  let prepare: () -> Prepared

  init(
    _ name: String,
    _ unit: Unit = .lock,
    budget: Double? = nil,
    count: Int = 300_000,
    divisor: Double = 1,
    prepare: @escaping () -> Prepared
  ) {
    self.name = name
    self.unit = unit
    self.budget = budget
    self.count = count
    self.divisor = divisor
    self.prepare = prepare
  }
}

/// A workload that is ready to be timed.
struct Prepared {
  /// Whether the operation did what it should when it was tried.
  let isRight: Bool
  /// The floor to compare with instead of the lock, one operation per count.
  var floor: ((Int) -> Void)?
  /// A figure that was counted and needs no timing.
  var figure: Double?
  /// Does the operation as often as it is told.
  let run: (Int) -> Void

  // Three, because with one a trailing closure would become the floor.
  init(isRight: Bool, run: @escaping (Int) -> Void) {
    self.isRight = isRight
    self.run = run
  }

  init(isRight: Bool, floor: @escaping (Int) -> Void, run: @escaping (Int) -> Void) {
    self.isRight = isRight
    self.floor = floor
    self.run = run
  }

  init(isRight: Bool, figure: Double) {
    self.isRight = isRight
    self.figure = figure
    run = { _ in }
  }
}
