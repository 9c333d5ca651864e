import StrataExtensions

/// The first action of a recording that gave another state than the recorded one.
///
/// Either the update function has changed since the recording was made, or it depends on more than its arguments: the
/// time, a random number, a variable.
public struct ReplayDivergence: Error, Sendable, CustomStringConvertible {
  /// The index of the action, from 0.
  public let index: Int
  /// How many actions the recording has.
  public let count: Int
  /// The action, as text.
  public let action: String
  /// How the replayed state differs from the recorded one.
  public let difference: String
  /// The change by the action when it was recorded.
  public let recordedChange: String

  init<State, Action>(
    index: Int,
    count: Int,
    action: Action,
    before: State,
    recorded: State,
    replayed: State
  ) {
    let diff = ValueDiff()
    self.index = index
    self.count = count
    self.action = "\(action)"
    // States may be unequal and look the same: then only `==` knows why.
    difference = diff.text(from: recorded, to: replayed) ?? "(no difference can be seen)"
    recordedChange = diff.text(from: before, to: recorded) ?? "(nothing)"
  }

  /// The action, the difference of the states, and the remedy.
  public var description: String {
    """
    The replay parts from the recording at action \(index + 1) of \(count), \(action). From the \
    recorded state (-) to the replayed one (+):
    \(difference)
    When it was recorded, the action did this:
    \(recordedChange)
    Either the update function has changed, or it depends on something other than its arguments.
    """
  }
}
