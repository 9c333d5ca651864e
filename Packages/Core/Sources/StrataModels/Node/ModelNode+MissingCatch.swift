public import StrataConcurrency

extension ModelNode {
  /// Explains how work that can fail is written.
  @available(
    *,
    unavailable,
    message: """
      This work can fail, and no code receives its error: add 'catch: { error in … }' after the closure, \
      or handle the error in it with 'do' and 'catch'
      """
  )
  @_disfavoredOverload
  @discardableResult
  public func task(
    _ name: String? = nil,
    isDetached: Bool = false,
    priority: TaskPriority? = nil,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext operation: @escaping @Sendable () async throws -> Void
  ) -> CancellationHandle {
    let callSite = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    return work(at: callSite).onCancel {}
  }
}
