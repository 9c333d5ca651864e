import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Runs a closure whose writes become visible to other threads, and are delivered to observers, all at once at
  /// its end.
  ///
  /// Each changed property notifies once. The closure sees its own writes. A transaction inside a transaction of
  /// the same tree is part of it.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; its writes until then remain.
  @discardableResult
  public func transaction<Result, Failure: Error>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard Cause.isRecorded else { return try context.transaction(body) }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try transaction(causedAt: callSite, body)
  }

  // Apart, because the type of its result is looked up at run time, which costs as much as six lock pairs.
  @inline(never)
  private func transaction<Result, Failure: Error>(
    causedAt callSite: CallSite,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = Cause.with(.transaction, at: callSite) {
      Swift.Result { () throws(Failure) in try context.transaction(body) }
    }
    return try result.get()
  }
}
