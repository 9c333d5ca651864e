/// The choices that a simulation made: enough to make it run the same way again.
///
/// Each time several jobs can run, the simulation picks one by its index in the queue. A schedule is the list of these
/// indices; where only one job can run there is no choice. A simulation that has used up its schedule takes the first,
/// so the empty schedule is "first come, first served".
public struct Schedule: Sendable, Hashable, Codable, ExpressibleByArrayLiteral {
  /// The indices, from 0, in the order of choosing.
  public var choices: [UInt32]

  /// Makes a schedule.
  public init(choices: [UInt32] = []) {
    self.choices = choices
  }

  /// Makes a schedule from its choices.
  public init(arrayLiteral choices: UInt32...) {
    self.choices = choices
  }
}

extension Schedule: CustomStringConvertible {
  /// `[2, 0, 1]`, as it can be written into a test.
  public var description: String { "\(choices)" }
}
