/// The record of a simulation that has ended.
public struct SimulationRun<Value: Sendable>: Sendable {
  /// The value that the operation returned.
  public let value: Value
  /// The choices that were made, with which the simulation can be repeated.
  public let schedule: Schedule
  /// How many jobs ran.
  public let steps: Int
  /// How much virtual time passed until the operation returned and nothing could run any more.
  public let elapsed: Duration
  /// How many calls were still asleep then; they were woken as if cancelled.
  public let sleepersLeft: Int
}

/// The reason why a simulation failed, with everything that is needed to repeat it.
public struct SimulationFailure: Error, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// The operation threw; ``SimulationFailure/cause`` is the error.
    case operationThrew
    /// The operation waits, and nothing in the simulation will ever resume it.
    case stuck
    /// More jobs ran than were allowed.
    case stepLimitReached
    /// A job did not return; its thread is left behind.
    case hung
  }

  /// The kind of failure.
  public let code: Code
  /// The event and its remedy, in whole sentences.
  public let message: String
  /// The error that the operation threw.
  public let cause: (any Error)?
  /// The seed that chose the order, unless a schedule did.
  public let seed: UInt64?
  /// The choices up to the failure.
  public let schedule: Schedule
  /// How many jobs ran.
  public let steps: Int

  /// The message and how to repeat the run.
  public var description: String {
    let origin = seed.map { "seed \($0)" } ?? "schedule \(schedule)"
    return "\(message) (Simulation with \(origin), after \(steps) steps.)"
  }
}
