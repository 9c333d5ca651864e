import StrataConcurrency

extension LockReference {
  /// Runs a closure, then releases the taken lock.
  func unlocking<Result>(_ body: () -> Result) -> Result {
    defer { unlock() }
    return body()
  }
}
