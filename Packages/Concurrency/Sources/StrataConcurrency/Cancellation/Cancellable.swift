/// Something that is running and can be told to stop.
public protocol Cancellable: Sendable {
  /// Stops it.
  ///
  /// May be called from any thread and any number of times; calls after the first, and after the
  /// work has completed, do nothing. Returns without waiting for the work to unwind.
  func cancel()
}
