/// Something that a simulation has to wait for although it does not run there: a file, a process, a
/// thread.
///
/// While one is registered, the simulation is not idle and its time stands still:
///
/// ```swift
/// let reading = simulation.registerOutsideOperation("read the settings")
/// queue.async {
///   continuation.resume(returning: read())
///   reading.complete()  // after everything that it resumes
/// }
/// ```
///
/// The run of a simulation that waits for an outside operation can no longer be repeated exactly.
public final class OutsideOperation: Sendable {
  private let executor: SimulatedExecutor
  private let id: UInt64

  fileprivate init(executor: SimulatedExecutor, name: String) {
    self.executor = executor
    self.id = executor.addOutside(name)
  }

  deinit {
    complete()
  }

  /// Ends the registration of the operation; releasing the object does the same.
  ///
  /// Call it after everything that the operation resumes has been resumed. May be called from any thread and again,
  /// without effect.
  public func complete() {
    executor.removeOutside(id)
  }
}

extension SimulatedExecutor {
  /// Makes the simulation wait for an operation that does not run in it.
  ///
  /// - Parameter name: A few words about the operation, for failures.
  /// - Returns: The token that ends the registration.
  public func registerOutsideOperation(_ name: String) -> OutsideOperation {
    OutsideOperation(executor: self, name: name)
  }
}
