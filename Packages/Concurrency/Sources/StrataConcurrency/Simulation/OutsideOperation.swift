/// Something that a simulation has to wait for although it does not run there: a file, a process, a
/// thread.
///
/// While one is registered, the simulation is not quiet and its time stands still:
///
/// ```swift
/// let reading = simulation.registerOutsideOperation("read the settings")
/// queue.async {
///   continuation.resume(returning: read())
///   reading.complete()  // after what it resumes
/// }
/// ```
///
/// A simulation that waits for the outside is no longer the same every time.
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

  /// Says that the operation is over; releasing the object says the same.
  ///
  /// To be called after whatever the operation resumes was resumed. May be called from any thread and
  /// again, without effect.
  public func complete() {
    executor.removeOutside(id)
  }
}

extension SimulatedExecutor {
  /// Makes the simulation wait for something that does not run in it.
  ///
  /// - Parameter name: What is waited for, in a few words, for failures.
  /// - Returns: The token with which to say that it is over.
  public func registerOutsideOperation(_ name: String) -> OutsideOperation {
    OutsideOperation(executor: self, name: name)
  }
}
