/// Where and when notifications reach those who asked for them.
///
/// The engine never changes threads; whoever subscribes names an executor, and it does. All executors
/// run jobs one at a time, in the order of delivery, and lose none.
public protocol DeliveryExecutor: Sendable {
  /// Runs a job after those that were delivered before it.
  ///
  /// May be called from any thread, from a job too. Whether the job has run when this returns is the
  /// executor's to say.
  func deliver(_ job: @escaping @Sendable () -> Void)
}

extension DeliveryExecutor where Self == ImmediateDelivery {
  /// A new executor that runs jobs on the thread that delivers them.
  ///
  /// Each use makes one with an order of its own.
  public static var immediate: ImmediateDelivery { ImmediateDelivery() }
}

extension DeliveryExecutor where Self == MainDelivery {
  /// The executor of the main queue.
  public static var main: MainDelivery { .shared }
}

extension DeliveryExecutor where Self == SerialDelivery {
  /// A new executor with a queue of its own beside all others.
  ///
  /// - Parameter label: The queue's name in debuggers.
  /// - Returns: The executor.
  public static func serial(_ label: String) -> SerialDelivery { SerialDelivery(label: label) }
}
