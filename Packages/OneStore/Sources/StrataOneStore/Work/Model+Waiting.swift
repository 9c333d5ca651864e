public import StrataConcurrency
import StrataCore

extension Model {
  /// Waits until a condition on the state of the store holds.
  ///
  /// ```swift
  /// try await model.waitUntil(model.count == 1)
  /// ```
  ///
  /// If it holds already, the call returns at once. It is asked again after each change of the store.
  ///
  /// - Parameters:
  ///   - predicate: The condition.
  ///   - isolation: The caller's actor.
  /// - Throws: `CancellationError`, when the calling task is cancelled or the store has gone.
  public func waitUntil(
    _ predicate: @autoclosure @escaping @Sendable () -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let place = place
    let multicast = Multicast<Void>()
    // From before the first look: no change goes by unseen.
    let changes = multicast.subscribe(.bufferingNewest(1))
    let listening = place.store.onCommit { multicast.send(()) }
    defer { listening.cancel() }
    place.context.work.onCancel { multicast.finish() }.cancel(for: ObjectIdentifier(multicast))
    defer { place.context.work.cancelAll(for: ObjectIdentifier(multicast)) }
    var iterator = changes.makeAsyncIterator()
    while !withoutTracking(predicate) {
      guard await iterator.next(isolation: isolation) != nil else { throw CancellationError() }
      try Task.checkCancellation()
    }
  }

  /// Runs a body for each element of a sequence, for as long as the model's state is there.
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - perform: The body.
  /// - Returns: Cancels the loop.
  @discardableResult
  public func onReceive<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    perform: @escaping @Sendable (Elements.Element) -> Void
  ) -> CancellationHandle where Elements.Element: Sendable {
    forEach(
      sequence,
      isolation: isolation,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      operation: { perform($0) }
    )
  }
}
