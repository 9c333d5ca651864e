/// The categories that a test has to assert completely.
public struct Exhaustivity: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes a set of its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Each property that changed is read by an assertion that is met.
  public static let state = Exhaustivity(rawValue: 1)
  /// Each event that was sent is asserted.
  public static let events = Exhaustivity(rawValue: 2)
  /// Each task has ended when the test does.
  public static let tasks = Exhaustivity(rawValue: 4)
  /// Each call of a probe is asserted.
  public static let probes = Exhaustivity(rawValue: 8)

  /// Each local value that changed is read by an assertion that is met.
  public static let local = Exhaustivity(rawValue: 16)
  /// Each value of the environment that was set is read by an assertion that is met, where it was set or
  /// below.
  public static let environment = Exhaustivity(rawValue: 32)
  /// Each preference that was contributed is read by an assertion that is met, where it was contributed
  /// or above.
  public static let preference = Exhaustivity(rawValue: 64)
  /// Each write of a property is asserted, in the order of the writes; a transaction counts as one.
  ///
  /// Assertions then read the values that a property went through one after the other: each that is met has
  /// matched the first one. The category is not in ``full``, because it demands more than a read of each changed
  /// value; see <doc:ExhaustiveTests>.
  public static let transitions = Exhaustivity(rawValue: 128)

  /// Everything but ``transitions``.
  public static let full: Exhaustivity = [
    .state, .events, .tasks, .probes, .local, .environment, .preference,
  ]
  /// Nothing.
  public static let off: Exhaustivity = []

  /// The same with more.
  public func adding(_ other: Exhaustivity) -> Exhaustivity { union(other) }

  /// The same with less.
  public func removing(_ other: Exhaustivity) -> Exhaustivity { subtracting(other) }
}
