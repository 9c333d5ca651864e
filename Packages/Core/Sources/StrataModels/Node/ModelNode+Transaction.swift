import StrataCore

extension ModelNode {
  /// Runs a closure whose writes become visible to other threads, and known to observers, all at
  /// once at its end; one notification per property.
  ///
  /// The closure sees its own writes. A transaction inside a transaction of the same tree is part of
  /// it.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; what it wrote until then stays written.
  @discardableResult
  public func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try context.transaction(body)
  }
}
