public import StrataConcurrency

/// An object that a context retains, and that has a state outside of the context's slots.
///
/// Recordings read the state from it and follow its changes.
@_spi(Strata)
public protocol ExternalState: AnyObject, Sendable {
  /// The state now.
  var externalState: any Sendable { get }

  /// Calls a closure with each state from now on, in order, and with the cause of the change.
  ///
  /// - Parameter body: Called on a thread that changes the state, outside all locks, when the state may be used again.
  /// - Returns: Ends the calls when it is cancelled.
  func observeExternalStates(
    _ body: @escaping @Sendable (any Sendable, Cause?) -> Void
  ) -> any Cancellable
}
