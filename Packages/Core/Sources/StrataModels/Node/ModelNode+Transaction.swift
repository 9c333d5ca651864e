import StrataConcurrency
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
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard Cause.isRecorded else { return try context.transaction(body) }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let result = Cause.with(.transaction, at: callSite) {
      Swift.Result { () throws(Failure) in try context.transaction(body) }
    }
    return try result.get()
  }
}
