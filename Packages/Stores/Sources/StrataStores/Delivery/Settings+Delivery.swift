import StrataConcurrency

extension Settings {
  private static let program = Locked<StoreDelivery>(.main, rank: .leaf)
  @TaskLocal private static var scoped: StoreDelivery?

  /// The delivery of stores that are given none: ``StoreDelivery/main`` unless it is set.
  ///
  /// A store takes it when it is made. Tests use ``withDelivery(_:operation:)``, which does not
  /// disturb other tests.
  public static var delivery: StoreDelivery {
    get { scoped ?? program.withLock { $0 } }
    set { program.withLock { $0 = newValue } }
  }

  /// Runs a closure in which stores are made with a delivery, also those of the tasks it starts.
  ///
  /// ```swift
  /// Settings.withDelivery(.immediate) {
  ///   let store = ExampleStore()
  ///   store.reload()  // subscribers are notified when this returns
  /// }
  /// ```
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func withDelivery<Result>(
    _ delivery: StoreDelivery,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(delivery, operation: operation)
  }

  /// Runs an asynchronous closure in which stores are made with a delivery, also those of the tasks
  /// it starts.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func withDelivery<Result>(
    _ delivery: StoreDelivery,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(delivery, operation: operation, isolation: isolation)
  }
}
