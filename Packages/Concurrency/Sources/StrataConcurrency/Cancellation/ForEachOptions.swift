/// How a loop over a sequence treats its body.
public struct ForEachOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes options from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A new element cancels the running body, waits until it has finished, then starts its own.
  ///
  /// Without it the next element is taken when the body has returned.
  public static let cancelPrevious = ForEachOptions(rawValue: 1)
  /// A body that throws ends the loop.
  ///
  /// Without it the loop goes on with the next element. A body that throws a `CancellationError` counts as cancelled,
  /// and the loop goes on.
  public static let abortIfOperationThrows = ForEachOptions(rawValue: 2)
}
