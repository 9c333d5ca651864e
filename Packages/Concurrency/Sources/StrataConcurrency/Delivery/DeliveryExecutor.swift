/// Decides on which thread and when notifications reach their subscribers.
///
/// The engine never changes threads. A subscriber names an executor, and the executor does. All executors run jobs one
/// at a time, in the order of delivery, and lose none.
public protocol DeliveryExecutor: Sendable {
  /// Runs a job after those that were delivered before it.
  ///
  /// May be called from any thread, also from a job. Each executor decides whether the job has run when this returns.
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
  /// A new executor with a queue of its own.
  ///
  /// - Parameter label: The queue's name in debuggers.
  /// - Returns: The executor.
  public static func serial(_ label: String) -> SerialDelivery { SerialDelivery(label: label) }
}
