import StrataConcurrency

/// How a store works, beyond its update function.
struct StoreOptions: Sendable {
  var executor: (any DeliveryExecutor)?
  var isLogging = false
  var logger = StoreLogger.standardOutput
  var skipsEqualStates = true
}
